"""« Intrigue » (rules ITG-…)."""
