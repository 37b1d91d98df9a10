"""The table in a terminal: the same described offers as the pages, answered line by line.

`plain` makes other people's text safe; `ask`, `numbers` and `form` turn a described offer and typed lines into raw
fields, without any input or output; `menu` says what a typed line means; `draw` turns views into rows of text;
`screen` prints and reads; `posts` reach a seat, near or far; `play` and `hot_seat` hold the conversation.
"""
