import pytest
from kiln_testing import KilnError

MAPS = "/api/v1/namespaces/default/configmaps"


def named(name):
    return {"metadata": {"name": name}}


def test_forks_share_nothing(kiln, kiln_fork):
    other = kiln.fork()
    kiln_fork.request("POST", MAPS, named("mine"))
    with pytest.raises(KilnError, match="not found"):
        other.request("GET", f"{MAPS}/mine")
    other.delete()
    kiln_fork.reset()
    with pytest.raises(KilnError, match="not found"):
        kiln_fork.request("GET", f"{MAPS}/mine")


def test_time_moves(kiln_fork):
    kiln_fork.stop_clock("2030-01-01T00:00:00Z")
    kiln_fork.advance(3600)
    kiln_fork.advance(1800)
    made = kiln_fork.request("POST", MAPS, named("late"))
    assert made["metadata"]["creationTimestamp"] == "2030-01-01T01:30:00Z"


def test_faults_are_counted_and_requests_logged(kiln_fork):
    match = {"verbs": ["create"], "resources": ["configmaps"]}
    fault = kiln_fork.inject("conflict", match=match, action="Status", code=409, times=1)
    with pytest.raises(KilnError, match="cannot be fulfilled"):
        kiln_fork.request("POST", MAPS, named("a"))
    kiln_fork.request("POST", MAPS, named("a"))
    assert fault.counts() == {"matched": 2, "injected": 1}
    fault.remove()
    assert [entry.get("fault") for entry in kiln_fork.requests()] == ["conflict", None]
    assert len(kiln_fork.settled(quiet=0.001, max_requests=2)) == 2
    kiln_fork.expect_writes("configmaps", 1)
    kiln_fork.expect_no_writes(0.001)
    with pytest.raises(AssertionError, match="2 writes to configmaps expected, 1 were made"):
        kiln_fork.expect_writes("configmaps", 2)
    with pytest.raises(AssertionError, match="not settled within 1 requests: 2 were sent"):
        kiln_fork.settled(max_requests=1)


def test_a_missing_origin_is_refused(kiln):
    with pytest.raises(KilnError, match="Not found"):
        kiln.fork(fork="missing")
