import type { ExperimentData } from "../experiment-log.ts";
import { FORMS } from "../plan/forms.ts";
import { pointKey } from "../plan/point.ts";
import { printNumber } from "./print-number.ts";
import { table } from "./table.ts";

const WAY = `## How it was measured

- **Nodes.** Hollow agents that share processes, up to 28,000 references in each, with connections, a token and the rights
  of its own node for every agent: its server grants it the objects of its own pods and nothing else. They publish volumes
  into nothing; all else is as on a node. Pods are objects without containers.
- **Server.** In a process of its own, as it comes, with the authorizers Node and RBAC; killed and started again for the
  phase of that name. Kiln's has a few lines loaded beside it that collect garbage when asked to. Each run begins with a
  copy of the same stored data and a server that has just started. Agents, proxy, server, store and the measuring process
  share the machine.
- **Witness.** A proxy in a process of its own stands between agents and server. It passes every byte on and counts
  requests, bytes, connections and open watches from HTTP/2 frames, without asking the server. The administrator's
  requests go past it.
- **Samples.** Each second: the proxy's counts, resident memory and processor time of every process from the kernel, and
  the state of the agents. Before the agents come and at the end of the steady phase the server is also asked how many
  watches it counts, and made to collect its garbage and to say what it holds then: the heap and what hangs on it, with
  kube-apiserver also the stacks. Not each second, because some servers spend more on that than on a second at rest.
- **Phases.** Start-up (all agents at once, all pods waiting), steady, pod starts, updates (one object in a hundred each
  second), recreate (delete and make again under the same name), restart of the API server, deletion of everything. What
  happens between start-up and steady is discarded.
- **Sizes.** Nodes and references vary independently, so that a plane tells what a node costs from what a reference costs.
- **Renewals.** Watches are renewed every 30 to 60 minutes in a cluster. At the centre, where the claims about rest are
  decided, they are renewed 120 times as often: 12 seconds have the renewals of 24 minutes. Elsewhere none is renewed in time.
- **Order.** Each point once, in random order from the seed below, then each a second time, and so on; the heaviest point
  with mutable objects after the third turn, with immutable ones last.
- **Verdicts.** Five runs at least, or the claim is not decided. Brackets and error bars are 95 % intervals of means, by
  Student's t.

Not done: a comparison with real kubelets, which would show that hollow agents ask for the same (there are none here).
Strategies other than watches, objects larger than 1 KiB and other ways to share them: an earlier report has single runs of
these (see the history of this folder).`;

export function methodSection(data: ExperimentData): string {
  const { setting, plan, runs, failures, datasets } = data;
  const used = Object.entries(FORMS).filter(([name]) => plan.runs.some(({ form }) => form === name));
  const minutes = (parts: readonly { readonly seconds: number }[]) =>
    printNumber(parts.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  return [
    WAY,
    table(
      ["run", "phases", "settle, s", "steady, s", "updates, s", "waits at most, s", "renewals"],
      used.map(([name, { phases, lengths, renewalFactor }]) => [
        ...[name, phases.join(", ")],
        ...[lengths.settle, lengths.steady, lengths.updates, lengths.patience].map(String),
        `× ${renewalFactor}`,
      ]),
    ),
    `On ${setting.machine}. Seed ${plan.seed}. ${runs.length + failures.length} of ${plan.runs.length} planned runs in ` +
      `${minutes([...runs, ...failures])} minutes; ${plan.minutes} minutes were given. ${dataSentence(datasets)}`,
    table(["runs begun from", "runs", "versions"], sessionRows(data)),
    leftOut(data),
    ...(failures.length === 0
      ? []
      : [["Failed:", ...failures.map(({ id, reason }) => `- ${id}: ${reason}`)].join("\n")]),
  ].join("\n\n");
}

/** Runs by the call that measured them: versions may differ between calls. */
function sessionRows({ setting, sessions, runs }: ExperimentData): string[][] {
  const calls = [setting, ...sessions];
  return calls.flatMap(({ startedAt, programs }, index) => {
    const end = calls[index + 1]?.startedAt;
    const own = runs.filter((run) => run.startedAt >= startedAt && (end === undefined || run.startedAt < end));
    const versions = Object.entries(programs).map(([name, version]) => `${name} ${version}`);
    const from = `${startedAt.slice(0, 16).replace("T", " ")} UTC`;
    return own.length === 0 ? [] : [[from, String(own.length), versions.join("; ")]];
  });
}

function dataSentence(datasets: ExperimentData["datasets"]): string {
  const prepared = datasets.filter(({ isPrepared }) => isPrepared).length;
  const seconds = datasets.reduce((sum, each) => sum + (each.isPrepared ? 0 : each.seconds), 0);
  return (
    `Of the ${datasets.length} sets of stored objects that runs begin with, ${prepared} were made before (\`--prepare\`), at ` +
    `low priority and beside other work, which is not counted; the others took ${printNumber(seconds / 60)} minutes more.`
  );
}

/** Points without any run; missing repetitions are only counted. */
function leftOut({ plan, runs, failures }: ExperimentData): string {
  const tried = new Set([...runs, ...failures].map(({ id }) => id));
  const skipped = plan.runs.filter(({ id }) => !tried.has(id));
  const measured = new Set(runs.map(({ point }) => pointKey(point)));
  const points = [...new Set(skipped.map(({ point }) => pointKey(point)))].filter((key) => !measured.has(key));
  const repeats = skipped.filter(({ point }) => measured.has(pointKey(point))).length;
  if (skipped.length === 0) {
    return "Nothing of the plan was left out.";
  }
  const list = points.length === 0 ? "" : `:\n\n${points.map((key) => `- \`${key}\``).join("\n")}`;
  return (
    `Runs were begun in the order of their importance until the time was over. It was over before ${repeats} further ` +
    `repeats, and ${points.length} points were left out${list === "" ? "." : list}`
  );
}
