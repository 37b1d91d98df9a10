"""All the questions, by their names in the order of the table."""

from asking import Question

from questions import dice_pools, graph, main_die, tarot, two_d20

QUESTIONS: dict[str, Question] = {
    **tarot.QUESTIONS,
    **main_die.QUESTIONS,
    **two_d20.QUESTIONS,
    **dice_pools.QUESTIONS,
    **graph.QUESTIONS,
}
