"""A Ray cluster on this machine: a head that does no work, and two nodes with a worker each.

    python -m tests.arena.cluster

It prints its address. `worker` on standard input kills a worker's process with SIGKILL, `node`
kills a node with all its processes; each is answered with `killed`. It ends with its input.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

# So that a lost node is missed after some seconds, not after half a minute.
QUICK = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 500,
    "health_check_timeout_ms": 5000,
    "health_check_failure_threshold": 4,
}


def kill_worker(raylet: int) -> None:
    """Kill the process that does a node's tasks, in the middle of one."""
    while True:
        for path in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
                command = (path / "cmdline").read_bytes()
            except OSError:
                continue  # it has just ended
            if parent == raylet and command.startswith(b"ray::_do"):
                os.kill(int(path.name), signal.SIGKILL)
                return
        time.sleep(0.01)


def main() -> None:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    head: dict[str, Any] = {"num_cpus": 0, "include_dashboard": False, "_system_config": QUICK}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    try:
        print(cluster.address, flush=True)
        for line in sys.stdin:
            if line.strip() == "worker":
                kill_worker(nodes[0].all_processes["raylet"][0].process.pid)
            else:
                cluster.remove_node(nodes.pop(), allow_graceful=False)
            print("killed", flush=True)
    finally:
        cluster.shutdown()  # type: ignore[no-untyped-call]  # Ray has types in part


if __name__ == "__main__":
    main()
