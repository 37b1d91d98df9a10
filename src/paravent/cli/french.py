"""Click's own sentences in French. Click asks gettext, which would need a compiled catalogue installed somewhere."""

from __future__ import annotations

import re

import click
import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.shell_completion
import click.termui
import click.types

NBSP = "\N{NO-BREAK SPACE}"

CATALOGUE = {
    "Usage:": f"Utilisation{NBSP}:",
    "Options": f"Options{NBSP}",
    "Commands": f"Commandes{NBSP}",
    "Positional arguments": "Arguments",
    "Aborted!": f"Interrompu{NBSP}!",
    "Error: {message}": f"Erreur{NBSP}: {{message}}",
    "Try '{command} {option}' for help.": f"Pour de l’aide{NBSP}: «{NBSP}{{command}} {{option}}{NBSP}».",
    "Invalid value: {message}": f"Valeur refusée{NBSP}: {{message}}",
    "Invalid value for {param_hint}: {message}": f"Valeur refusée pour {{param_hint}}{NBSP}: {{message}}",
    "Missing argument": "Il manque l’argument",
    "Missing option": "Il manque l’option",
    "Missing parameter": "Il manque un paramètre",
    "Missing {param_type}": "Il manque {param_type}",
    "Missing parameter: {param_name}": f"Il manque un paramètre{NBSP}: {{param_name}}",
    "Missing command.": "Il manque une commande.",
    "No such option {name!r}.": f"L’option «{NBSP}{{name}}{NBSP}» n’existe pas.",
    "No such command {name!r}.": f"La commande «{NBSP}{{name}}{NBSP}» n’existe pas.",
    "Did you mean {possibility}?": f"Vouliez-vous dire {{possibility}}{NBSP}?",
    "(Did you mean one of: {possibilities}?)": f"(Peut-être{NBSP}: {{possibilities}}{NBSP}?)",
    "(Possible options: {possibilities})": f"(Options possibles{NBSP}: {{possibilities}})",
    "Could not open file {filename!r}: {message}": (
        f"Le fichier «{NBSP}{{filename}}{NBSP}» ne s’ouvre pas{NBSP}: {{message}}"
    ),
    "unknown error": "erreur inconnue",
    "Argument {name!r} takes {nargs} values.": f"L’argument «{NBSP}{{name}}{NBSP}» prend {{nargs}} valeurs.",
    "Option {name!r} does not take a value.": f"L’option «{NBSP}{{name}}{NBSP}» ne prend pas de valeur.",
    "Option {name!r} requires an argument.": f"L’option «{NBSP}{{name}}{NBSP}» attend une valeur.",
    "Option {name!r} requires {nargs} arguments.": f"L’option «{NBSP}{{name}}{NBSP}» attend {{nargs}} valeurs.",
    "Got unexpected extra argument ({args})": f"Argument de trop{NBSP}: {{args}}",
    "Got unexpected extra arguments ({args})": f"Arguments de trop{NBSP}: {{args}}",
    "Show this message and exit.": "Affiche cette aide.",
    "Show the version and exit.": "Affiche la version.",
    "%(prog)s, version %(version)s": "%(prog)s, version %(version)s",
    "default: {default}": f"par défaut{NBSP}: {{default}}",
    "required": "obligatoire",
    "env var: {var}": f"variable d’environnement{NBSP}: {{var}}",
    "{value!r} is not a valid {number_type}.": f"«{NBSP}{{value}}{NBSP}» n’est pas un nombre.",
    "{value} is not in the range {range}.": "{value} n’est pas dans l’intervalle {range}.",
    "{value!r} is not a valid boolean. Recognized values: {states}": (
        f"«{NBSP}{{value}}{NBSP}» n’est ni oui ni non."
    ),
    "{value!r} is not {choice}.": f"«{NBSP}{{value}}{NBSP}» n’est pas {{choice}}.",
    "{value!r} is not one of {choices}.": f"«{NBSP}{{value}}{NBSP}» n’est pas dans {{choices}}.",
    "file": "Le fichier",
    "directory": "Le dossier",
    "path": "Le chemin",
    "{name} {filename!r} does not exist.": f"{{name}} «{NBSP}{{filename}}{NBSP}» n’existe pas.",
    "{name} {filename!r} is a file.": f"{{name}} «{NBSP}{{filename}}{NBSP}» est un fichier.",
    "{name} {filename!r} is a directory.": f"{{name}} «{NBSP}{{filename}}{NBSP}» est un dossier.",
    "{name} {filename!r} is not readable.": f"{{name}} «{NBSP}{{filename}}{NBSP}» n’est pas lisible.",
    "{name} {filename!r} is not writable.": f"{{name}} «{NBSP}{{filename}}{NBSP}» n’est pas modifiable.",
    "Shell completion is not supported for Bash versions older than 4.4.": (
        "La complétion demande Bash 4.4 ou plus récent."
    ),
    "Couldn't detect Bash version, shell completion is not supported.": (
        "Version de Bash inconnue : pas de complétion."
    ),
}


def translate(message: str) -> str:
    """The French of one of Click's sentences; the sentence itself when it has none here."""
    return CATALOGUE.get(message, message)


def plural(one: str, several: str, n: int) -> str:
    """Click's `ngettext`: in French zero is singular."""
    return translate(several if n > 1 else one)


def typeset(command: click.Command) -> click.Command:
    """Put no-break spaces where French wants them in a command's help, which is written with plain ones."""
    command.help = _spaced(command.help or "")
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            parameter.help = _spaced(parameter.help or "")
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        typeset(inner)
    return command


def _spaced(text: str) -> str:
    return re.sub(r" (?=[:;?!»])|(?<=«) ", NBSP, text)


def speak_french() -> None:
    """Make Click speak French; to be called before any command is declared."""
    for module in (
        click.core,
        click.decorators,
        click.exceptions,
        click.formatting,
        click.parser,
        click.shell_completion,
        click.termui,
        click.types,
    ):
        vars(module)["_"] = translate
        if "ngettext" in vars(module):
            vars(module)["ngettext"] = plural
