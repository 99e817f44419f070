"""The command's exit codes."""

REFUSED = 1  # a record that breaks a rule, a file that cannot be read
USAGE = 2
INTERRUPTED = 130  # by Ctrl-C, or because the input ended
