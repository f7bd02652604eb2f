import type { Client } from "@kiln/client";
import {
  type ClusterPhase,
  enterPhase,
  findObstacles,
  findWebhookObstacles,
  type Phase,
  readPhase,
} from "@kiln/snapshot";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { withClient } from "./cluster-client.ts";

const MEANINGS = [
  "there are no snapshots",
  "v1beta1 alone; its schema takes invalid objects, only a webhook keeps them out",
  "v1beta1 and v1 are served, v1beta1 is stored",
  "v1beta1 and v1 are served, v1 is stored",
  "v1 alone is served",
];

/** Next step after a phase change: kubectl caches the served versions for six hours. */
const CACHE_ADVICE =
  "kubectl may answer NotFound from its discovery cache for hours: type kubectl api-resources once, for every user of it\n";

export async function runPhase(args: readonly string[]): Promise<number> {
  const {
    kubeconfig,
    context,
    to,
    "dry-run": isDryRun = false,
    "without-webhook": isWithoutWebhook = false,
  } = parseFlags({
    args: [...args],
    options: {
      kubeconfig: { type: "string" },
      context: { type: "string" },
      to: { type: "string" },
      "dry-run": { type: "boolean" },
      "without-webhook": { type: "boolean" },
    },
  }).values;
  if (to !== undefined && !/^[1-4]$/.test(to)) {
    throw new UsageError(`--to takes a phase from 1 to 4, not "${to}"`);
  }
  return withClient({ kubeconfig, context }, (client) =>
    to === undefined
      ? tell(client, { isWithoutWebhook })
      : go(client, Number(to) as Phase, { isDryRun, isWithoutWebhook }),
  );
}

async function tell(client: Client, options: ObstacleOptions): Promise<number> {
  const { phase, definitions, storedVersions } = await readPhase(client);
  const what = phase === undefined ? "of no phase that is known here" : `in phase ${phase}: ${MEANINGS[phase]}`;
  const lines = [`the cluster is ${what}`, ...definitions.map((line) => `  ${line}`)];
  if (storedVersions.length > 0) {
    lines.push(`  stored versions: ${storedVersions.join(", ")}`);
  }
  if (phase !== undefined && phase < 4) {
    const next = (phase + 1) as Phase;
    const obstacles = await findAll(client, { phase, to: next, ...options });
    lines.push(
      obstacles.length === 0
        ? `phase ${next} may begin: kiln snapshot phase --to ${next}`
        : `phase ${next} must wait: ${obstacles.join("; ")}`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

interface ObstacleOptions {
  readonly isWithoutWebhook: boolean;
}

interface Step extends ObstacleOptions {
  readonly phase: ClusterPhase["phase"];
  readonly to: Phase;
}

async function findAll(client: Client, { phase, to, isWithoutWebhook }: Step): Promise<string[]> {
  const isAhead = phase !== undefined && phase > 0 && phase < to;
  const ofWebhook = isAhead && !isWithoutWebhook ? await findWebhookObstacles(client) : [];
  const advice = ofWebhook.length === 0 ? [] : ["--without-webhook goes on without it"];
  return [...(await findObstacles(client, to)), ...ofWebhook, ...advice];
}

interface GoOptions extends ObstacleOptions {
  readonly isDryRun: boolean;
}

async function go(client: Client, to: Phase, { isDryRun, ...options }: GoOptions): Promise<number> {
  const { phase } = await readPhase(client);
  const obstacles = await findAll(client, { phase, to, ...options });
  if (obstacles.length > 0) {
    throw new Error(`phase ${to} must wait: ${obstacles.join("; ")}`);
  }
  if (isDryRun) {
    process.stdout.write(`dry run: phase ${to} can begin\n`);
    return 0;
  }
  await enterPhase(client, to);
  const cached = phase === undefined || phase === 0 || phase === to ? "" : CACHE_ADVICE;
  process.stdout.write(`the cluster is in phase ${to}: ${MEANINGS[to]}\n${cached}`);
  return 0;
}
