"""The use cases: open a table, sit at it, act, see. Authority, chance and storage meet here."""
