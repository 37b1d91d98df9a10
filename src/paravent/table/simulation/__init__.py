"""Whole sessions played by bots through the rules' own engine, and the laws of what came of them."""
