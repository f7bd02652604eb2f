"""A cluster per test: a pytest plugin for Kiln.

Fixtures: ``kiln`` is the one server of the test session, ``kiln_fork`` a cluster for one test that starts as the server's base
cluster and is deleted after it. Needs the kiln command (the variable KILN names another than the one on PATH) and nothing but
the standard library. ``pytest_plugins = ["kiln_testing"]`` in conftest.py switches it on.
"""

import atexit
import base64
import json
import os
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

try:
    import pytest
except ImportError:  # The classes work without it.
    pytest = None

GROUP_PATH = "/apis/testing.kiln.dev/v1"


class KilnError(Exception):
    """The server refused a request; ``status`` is its answer."""

    def __init__(self, status):
        super().__init__(status.get("message", "") if isinstance(status, dict) else str(status))
        self.status = status


class Kiln:
    """A running ``kiln serve --testing``, in memory, on a free port. It ends with stop(), or with this process."""

    def __init__(self, *flags):
        self._folder = tempfile.mkdtemp(prefix="kiln-test-")
        self._log = open(os.path.join(self._folder, "log"), "w+", encoding="utf-8")
        program = os.environ.get("KILN") or "kiln"
        place = ["--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", self._folder]
        self._process = subprocess.Popen(
            [program, "serve", "--testing", *place, *flags],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, "KILN_STOP_WITH_PARENT": "1"},
        )
        atexit.register(self.stop)
        for line in self._process.stdout:
            if line.startswith("ready "):
                break
        else:
            self._log.seek(0)
            complaint = self._log.read().strip()
            self.stop()
            raise RuntimeError(f"{program} serve --testing ended before it was ready: {complaint}")
        self.kubeconfig_file = os.path.join(self._folder, "kubeconfig")
        self._connect()

    def _connect(self):
        with open(self.kubeconfig_file, encoding="utf-8") as file:
            config = json.load(file)  # The kubeconfig of a Kiln server is JSON.
        cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
        self.url = cluster["server"]
        decode = lambda text: base64.b64decode(text).decode()
        self._tls = ssl.create_default_context(cadata=decode(cluster["certificate-authority-data"]))
        path = os.path.join(self._folder, "admin.pem")
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(decode(user["client-certificate-data"]) + decode(user["client-key-data"]))
        self._tls.load_cert_chain(path)

    def request(self, method, path, body=None):
        """Sends a request as the administrator and gives the decoded answer."""
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": kind}, method=method)
        try:
            with urllib.request.urlopen(request, context=self._tls) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode()
            try:
                raise KilnError(json.loads(text)) from None
            except ValueError:
                raise KilnError(text) from None

    def fork(self, name=None, **origin):
        """Makes a cluster: of the base, or with fork=NAME, snapshot=NAME or empty=True."""
        metadata = {"generateName": "test-"} if name is None else {"name": name}
        spec = {"from": origin} if origin else {}
        return Fork(self, self.request("POST", f"{GROUP_PATH}/forks", _object("Fork", metadata, spec)))

    def stop(self):
        """Ends the server with all its forks."""
        atexit.unregister(self.stop)
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        self._process.communicate()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Fork:
    """A cluster for one test."""

    def __init__(self, kiln, made):
        self._kiln = kiln
        self.name = made["metadata"]["name"]
        self.url = made["status"]["url"]
        self.kubeconfig = made["status"]["kubeconfig"]

    @property
    def config(self):
        """The kubeconfig as a dictionary, as kubernetes.config.new_client_from_config_dict takes it."""
        return json.loads(self.kubeconfig)

    def request(self, method, path, body=None):
        """Sends a request to this cluster as its administrator."""
        return self._kiln.request(method, f"/clusters/{self.name}{path}", body)

    def reset(self):
        """Back to what it started as."""
        path = f"{GROUP_PATH}/forks/{self.name}"
        resets = self._kiln.request("GET", path)["spec"].get("resets", 0)
        self._kiln.request("PATCH", path, {"spec": {"resets": resets + 1}})

    def delete(self):
        self._kiln.request("DELETE", f"{GROUP_PATH}/forks/{self.name}")

    def stop_clock(self, at=None):
        """Stops time, at a text such as 2030-01-01T00:00:00Z if that is given."""
        self._change_clock(lambda spec: {**spec, "stopped": True, **({} if at is None else {"time": at})})

    def advance(self, seconds):
        """Moves time on. Whatever fell due has happened when it returns."""
        self._advanced = getattr(self, "_advanced", 0) + seconds
        self._change_clock(lambda spec: {**spec, "offset": f"{self._advanced}s"})

    def _change_clock(self, change):
        path = f"{GROUP_PATH}/clocks"
        clocks = self.request("GET", path)["items"]
        if clocks:
            self.request("PATCH", f"{path}/cluster", {"spec": change(clocks[0]["spec"])})
        else:
            self.request("POST", path, _object("Clock", {"name": "cluster"}, change({})))

    def inject(self, name, **spec):
        """Lets a fault act from now on; the spec is that of the kind Fault."""
        self.request("POST", f"{GROUP_PATH}/faults", _object("Fault", {"name": name}, spec))
        return Fault(self, name)

    def requests(self):
        """What clients asked for, oldest first, without the server's own controllers."""
        return self._requests_after(0)

    def _requests_after(self, number):
        items = self.request("GET", f"/testing/log?after={number}")["items"]
        return [entry for entry in items if entry["user"]]

    def settled(self, quiet=0.3, max_requests=None, timeout=10):
        """Waits until clients write nothing for so many seconds, and gives the requests until then."""
        start = quiet_since = time.monotonic()
        writes = None
        while True:
            seen = self.requests()
            written = sum(1 for entry in seen if entry["writes"])
            if max_requests is not None and len(seen) > max_requests:
                raise AssertionError(f"not settled within {max_requests} requests: {len(seen)} were sent")
            now = time.monotonic()
            if written != writes:
                writes, quiet_since = written, now
            elif now - quiet_since >= quiet:
                return seen
            if now - start > timeout:
                raise AssertionError(f"not settled within {timeout} s: {written} requests wrote something")
            time.sleep(0.02)

    def expect_writes(self, resource, times):
        """Fails unless exactly so many requests wrote to the resource, such as backups.example.com/status."""
        wrote = [entry for entry in self.requests() if entry["resource"] == resource and entry["writes"]]
        if len(wrote) != times:
            raise AssertionError(f"{times} writes to {resource} expected, {len(wrote)} were made{_lines(wrote)}")

    def expect_no_writes(self, seconds=0.5):
        """Fails if a client writes anything for so long: an operator in a steady state only reads."""
        seen = self.requests()
        before = seen[-1]["number"] if seen else 0
        time.sleep(seconds)
        wrote = [entry for entry in self._requests_after(before) if entry["writes"]]
        if wrote:
            raise AssertionError(f"no writes expected, {len(wrote)} were made{_lines(wrote)}")


def _lines(entries):
    line = "\n  {number} {verb} {resource} {namespace}/{name} by {user}"
    return "".join(line.format(**entry) for entry in entries)


class Fault:
    """Something that goes wrong with requests of a fork."""

    def __init__(self, fork, name):
        self._fork = fork
        self._path = f"{GROUP_PATH}/faults/{name}"

    def counts(self):
        """A dictionary of matched and injected."""
        return self._fork.request("GET", self._path)["status"]

    def remove(self):
        self._fork.request("DELETE", self._path)


def _object(kind, metadata, spec):
    return {"apiVersion": "testing.kiln.dev/v1", "kind": kind, "metadata": metadata, "spec": spec}


if pytest is not None:

    @pytest.fixture(scope="session")
    def kiln():
        """The one server of the session; set up its base cluster in a session fixture of your own."""
        server = Kiln()
        yield server
        server.stop()

    @pytest.fixture
    def kiln_fork(kiln):
        """A cluster for one test."""
        fork = kiln.fork()
        yield fork
        fork.delete()
