import type { ExperimentData } from "../experiment-log.ts";
import { UNSHORTENED } from "../plan/timing.ts";
import { printNumber } from "./print-number.ts";
import { table } from "./table.ts";

const WAY = `## How it was measured

- **Nodes.** Hollow agents, all in one process, each with connections, a token and the rights of its own node: its server
  grants it the objects of its own pods and nothing else. They publish volumes into nothing; all else is as on a node.
  Pods are objects without containers.
- **Server.** In a process of its own, as it comes, with the authorizers Node and RBAC; killed and started again for the
  phase of that name. Each run begins with a copy of the same stored data and a server that has just started. Agents,
  proxy, server, store and the measuring process share the machine.
- **Witness.** A proxy in a process of its own stands between agents and server. It passes every byte on and counts
  requests, bytes, connections and open watches from HTTP/2 frames, without asking the server. The administrator's
  requests go past it.
- **Samples.** Each second: the proxy's counts, resident memory and processor time of every process from the kernel, and
  the state of the agents. The server's own count of watches is asked for before the agents come and at the end of the
  steady phase only, because some servers spend more on that answer than on a second at rest.
- **Phases.** Start-up (all agents at once, all pods waiting), steady, pod starts, updates (one object in a hundred each
  second), recreate (delete and make again under the same name), restart of the API server, deletion of everything. What
  happens between start-up and steady is discarded. Repeats after the first, and
  points that differ from the centre in the number of nodes alone, have start-up, steady and restart only.
- **Order.** Random within each round of repeats, from the seed below.

Not done: a comparison with real kubelets, which would show that hollow agents ask for the same (there are none here).
Steady phases of 15 minutes. Objects of 64 KiB or 1 MiB for every pod at the centre, which would need more memory than
the machine has; large ones are tried with fewer pods or one object for all.`;

export function methodSection(data: ExperimentData): string {
  const { setting, plan, runs, failures } = data;
  const asked = plan.runs.length;
  const programs = Object.entries(setting.programs).map(([name, version]) => `${name} ${version}`);
  const lengths = (["settle", "steady", "updates"] as const).map((name) => [
    name,
    `${plan.lengths[name]} s`,
    `${UNSHORTENED[name]} s`,
  ]);
  const minutes = runs.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return [
    WAY,
    `Begun ${setting.startedAt.slice(0, 16).replace("T", " ")} UTC on ${setting.machine}. ${programs.join("; ")}. Seed ` +
      `${plan.seed}. ${runs.length} of ${asked} planned runs in ${printNumber(minutes)} minutes, of ${plan.minutes} ` +
      "that were given; to fit, phases were shortened:",
    table(["phase", "here", "as specified"], lengths),
    leftOut(data),
    ...(failures.length === 0
      ? []
      : [["Failed:", ...failures.map(({ id, reason }) => `- ${id}: ${reason}`)].join("\n")]),
  ].join("\n\n");
}

function leftOut({ plan, runs, failures }: ExperimentData): string {
  const done = new Set([...runs, ...failures].map(({ id }) => id));
  const skipped = plan.runs.filter(({ id }) => !done.has(id)).map(({ id }) => id);
  const all = [...plan.leftOut, ...skipped];
  return all.length === 0
    ? "Nothing of the plan was left out."
    : `For lack of time ${all.length} points or repeats were left out:\n\n${all.map((id) => `- \`${id}\``).join("\n")}`;
}
