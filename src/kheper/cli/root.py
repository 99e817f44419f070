"""The root command: its subcommands, and how errors are reported."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click
from click.shell_completion import get_completion_class

from kheper import KheperError, __version__
from kheper.cli.exits import INTERRUPTED, REFUSED, USAGE

# The commands, in the order of the help, and the modules that define them: each is
# imported when it is run, so that the server starts faster.
COMMANDS = {
    "serve": "serve",
    "play": "play",
    "replay": "records",
    "show": "records",
    "engine": "root",
    "arena": "arena",
    "completion": "root",
}

EPILOG = """\b
Exit codes:
  0    all is well
  1    refused: a record that breaks a rule, a file that cannot be read
  2    wrong usage
  130  interrupted, by Ctrl-C or because the input ended

\b
Examples:
  kheper                                  a place to play, in the browser
  kheper serve --host 0.0.0.0             for everybody in the house
  kheper play                             a game in the terminal, against a bot
  kheper play --mode solo
  kheper play --game scarab --seats "you,bot:3" --save game.txt
  kheper replay game.txt --json
  kheper show game.txt --move 5 --svg picture.svg
  kheper arena level:4 level:6 --event duel --deals 100
"""


class Root(click.Group):
    """A group whose refusals are one or two lines, without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"kheper.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and leave with an exit code."""
        _replace_unprintable()
        try:
            code = super().main(args, prog_name or "kheper", complete_var, False, **extra)
        except click.UsageError as error:
            code = _wrong_usage(error)
        except (click.ClickException, KheperError) as error:
            sentence = error.format_message() if isinstance(error, click.ClickException) else error
            click.echo(f"kheper: {sentence}", err=True)
            code = REFUSED
        except click.Abort:
            code = INTERRUPTED
        except OSError as error:  # the output's disk is full, or its device gone
            click.echo(f"kheper: {error.strerror}", err=True)
            code = REFUSED
        sys.exit(code if isinstance(code, int) else 0)


def _wrong_usage(error: click.UsageError) -> int:
    path = error.ctx.command_path if error.ctx else "kheper"
    click.echo(f"{path}: {' '.join(error.format_message().split())}", err=True)
    click.echo(f"Try '{path} --help'.", err=True)
    return USAGE


def _replace_unprintable() -> None:
    """Print a replacement for characters that a terminal cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@click.group(
    cls=Root,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="kheper")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play and study the board games Scarabya and SCARAB.

    Without a command, the server starts and opens its page, as `kheper serve` does.
    """
    if ctx.invoked_subcommand is None:
        from kheper.cli.serve import serve

        ctx.invoke(serve)


@click.command()
def engine() -> None:
    """Talk the engine protocol over standard input and output.

    It is for other programs: one command a line, in the manner of the Go Text Protocol,
    version 2. `list_commands` names them.
    """
    from kheper.engine import serve

    serve()


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    r"""Print a script that completes `kheper` commands in a shell.

    \b
    bash:  kheper completion bash >> ~/.bashrc
    zsh:   kheper completion zsh >> ~/.zshrc
    fish:  kheper completion fish > ~/.config/fish/completions/kheper.fish
    """
    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(main, {}, "kheper", "_KHEPER_COMPLETE").source())
