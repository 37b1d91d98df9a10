"""« Aptitudes et forces » (FOR)."""
