"""What the server's tests share: a PostgreSQL of their own, and coroutines as tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.postgres import Cluster, NoPostgresError, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running PostgreSQL; one for each test process."""
    try:
        with cluster() as server:
            yield server
    except NoPostgresError as error:
        pytest.skip(str(error))


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked with `pytest.mark.anyio` run on asyncio."""
    return "asyncio"
