import { knownFailures } from "./known-failures.ts";
import type { Stage, Suite, TestResult } from "./suite.ts";

const NAME = "conformance";
/** Conformance tests about objects that `--simulate` brings to life, by parts of their names. */
const CHOSEN = ["[sig-apps]", "[sig-scheduling]", "Endpoints", "EndpointSlice", "NoExecuteTaintManager"];
/** A test that needs a container waits for it as long as it is allowed to. */
const LIMIT_SECONDS = { known: 100, other: 600 };
/** Number of tests at a time; those that need the cluster for themselves have a server of their own. */
const WIDTH = 4;

/** Published end-to-end tests of Kubernetes against a server with simulated workloads. */
export const conformance: Suite = {
  name: NAME,
  title: "Kubernetes",
  about: "its conformance tests of workloads, endpoints, scheduling and eviction, with --simulate",
  version: "v1.36.4",
  programs: ["e2e.test", "kubectl"],
  async run(stage) {
    const names = await listTests(stage);
    const isSerial = (name: string) => name.includes("[Serial]");
    const parallel = names.filter((name) => !isSerial(name));
    const results = await Promise.all([runAll(stage, names.filter(isSerial), 1), runAll(stage, parallel, WIDTH)]);
    return results.flat();
  },
};

async function listTests(stage: Stage): Promise<string[]> {
  const { output } = await stage.run("e2e.test", ["--list-tests"]);
  const names = output.split("\n").map((line) => /^ *\S+\.go:\d+: (.*)$/.exec(line)?.[1] ?? "");
  return names.filter((name) => name.includes("[Conformance]") && CHOSEN.some((part) => name.includes(part)));
}

/** Runs each test in a process of its own, all on one server. */
async function runAll(stage: Stage, names: readonly string[], width: number): Promise<TestResult[]> {
  const { kubeconfig } = await stage.startServer(["--simulate"]);
  const left = [...names];
  const results: TestResult[] = [];
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      results.push({ name, outcome: await runTest(stage, kubeconfig, name) });
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

async function runTest(stage: Stage, kubeconfig: string, name: string): Promise<TestResult["outcome"]> {
  const focus = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const isKnown = knownFailures.some(({ suite, test }) => suite === NAME && test === name);
  const limit = isKnown ? LIMIT_SECONDS.known : LIMIT_SECONDS.other;
  const { code, output } = await stage.run("e2e.test", [
    ...[`--kubeconfig=${kubeconfig}`, "--provider=skeleton", `--e2e-output-dir=${stage.folder}`],
    ...[`--ginkgo.focus=${focus}$`, `--ginkgo.timeout=${limit}s`, "--ginkgo.grace-period=5s"],
    ...["--ginkgo.no-color", "--dump-logs-on-failure=false"],
  ]);
  const passed = Number(/(\d+) Passed \| \d+ Failed/.exec(output)?.[1] ?? 0);
  return code !== 0 ? "failed" : passed === 0 ? "skipped" : "passed";
}
