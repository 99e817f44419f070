"""What the server's tests share: a PostgreSQL of their own, and coroutines as tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.server.postgres import Cluster, NoPostgresError, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running PostgreSQL; one for each test process."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(cluster())
        except NoPostgresError as error:
            pytest.skip(str(error))
        yield server


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked with `pytest.mark.anyio` run on asyncio."""
    return "asyncio"
