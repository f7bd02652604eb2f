import type { Client } from "@kiln/client";
import { enterPhase, findObstacles, type Phase, readPhase } from "@kiln/snapshot";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { withClient } from "./cluster-client.ts";

const MEANINGS = [
  "there are no snapshots",
  "v1beta1 alone; the webhook keeps the rules",
  "v1beta1 and v1 are served, v1beta1 is stored",
  "v1beta1 and v1 are served, v1 is stored",
  "v1 alone is served",
];

export async function runPhase(args: readonly string[]): Promise<number> {
  const {
    kubeconfig,
    context,
    to,
    "dry-run": isDryRun = false,
  } = parseFlags({
    args: [...args],
    options: {
      kubeconfig: { type: "string" },
      context: { type: "string" },
      to: { type: "string" },
      "dry-run": { type: "boolean" },
    },
  }).values;
  if (to !== undefined && !/^[1-4]$/.test(to)) {
    throw new UsageError(`--to takes a phase from 1 to 4, not "${to}"`);
  }
  return withClient({ kubeconfig, context }, (client) =>
    to === undefined ? tell(client) : go(client, Number(to) as Phase, isDryRun ? "try" : "go"),
  );
}

async function tell(client: Client): Promise<number> {
  const { phase, definitions, storedVersions } = await readPhase(client);
  const what = phase === undefined ? "of no phase that is known here" : `in phase ${phase}: ${MEANINGS[phase]}`;
  const lines = [`the cluster is ${what}`, ...definitions.map((line) => `  ${line}`)];
  if (storedVersions.length > 0) {
    lines.push(`  objects may rest in: ${storedVersions.join(", ")}`);
  }
  if (phase !== undefined && phase < 4) {
    const next = (phase + 1) as Phase;
    const obstacles = await findObstacles(client, next);
    lines.push(
      obstacles.length === 0
        ? `phase ${next} may begin: kiln snapshot phase --to ${next}`
        : `phase ${next} must wait: ${obstacles.join("; ")}`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

async function go(client: Client, to: Phase, how: "try" | "go"): Promise<number> {
  const obstacles = await findObstacles(client, to);
  if (obstacles.length > 0) {
    throw new Error(`phase ${to} must wait: ${obstacles.join("; ")}`);
  }
  if (how === "try") {
    process.stdout.write(`nothing stands in the way of phase ${to}\n`);
    return 0;
  }
  await enterPhase(client, to);
  process.stdout.write(`the cluster is in phase ${to}: ${MEANINGS[to]}\n`);
  return 0;
}
