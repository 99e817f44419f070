"""Settings: options, environment, defaults."""

from __future__ import annotations

import pytest

from kheper.core.errors import SetupError
from kheper.server.config import Settings, from_environment


def test_options_come_before_the_environment_and_that_before_defaults() -> None:
    environment = {"KHEPER_HOST": "::1", "KHEPER_PORT": "9", "KHEPER_NAMES": "a.example, b.example"}
    settings = from_environment(environment, host="0.0.0.0", port=None)
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 9, 1)
    assert settings.names == ("a.example", "b.example")
    assert from_environment({"KHEPER_PORT": ""}) == Settings()
    assert from_environment({"KHEPER_METRICS_TOKEN": "ankh"}).metrics_token == "ankh"


@pytest.mark.parametrize(
    "environment",
    [
        {"KHEPER_PORT": "x"},
        {"KHEPER_PORT": "70000"},
        {"KHEPER_WORKERS": "0"},
        {"KHEPER_WORKERS": "2"},
        {"KHEPER_WORKERS": "2", "KHEPER_DATABASE": "file.db"},
        {"KHEPER_CONNECTIONS": "0"},
    ],
)
def test_settings_that_make_no_sense_are_refused(environment: dict[str, str]) -> None:
    with pytest.raises(SetupError):
        from_environment(environment)
