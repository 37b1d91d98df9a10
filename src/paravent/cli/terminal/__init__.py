"""The table in a terminal: the same described offers as the pages, answered line by line.

`plain` makes other people's text safe. `question`, `listing`, `fields`, `numbers` and `shapes` turn a described offer
and typed lines into raw fields, without any input or output; `menu` and `words` say what a typed line means; `draw`
turns views into rows of text. `screen` prints and reads; `posts` reach a seat, near or far (`sse`); `play` and
`hot_seat` hold the conversation.
"""
