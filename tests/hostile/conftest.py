"""The siege, for every test of this folder."""

from hostile.foes import siege

__all__ = ["siege"]
