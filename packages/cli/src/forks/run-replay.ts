import { asObject, type JsonObject, textAt } from "@kiln/api";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { createProgress } from "../report/progress.ts";
import { FORKS_PATH, openServer } from "./open-server.ts";
import { type Difference, type ReplayResult, replayLog } from "./replay-log.ts";
import { readSavedLog } from "./saved-log.ts";

/** Exit code 0: the same results as in the log; 1: a difference. */
export async function runReplay(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags({
    args: [...args],
    allowPositionals: true,
    options: { seed: { type: "string" }, keep: { type: "boolean" }, kubeconfig: { type: "string" } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new UsageError("kiln replay takes one file, written by kiln log FORK --save FILE");
  }
  const { seed, keep = false } = values;
  if (seed !== undefined && !/^\d{1,15}$/.test(seed)) {
    throw new UsageError(`--seed takes a number, not "${seed}"`);
  }
  const saved = readSavedLog(file);
  const server = openServer(values.kubeconfig);
  try {
    const kind = { apiVersion: "testing.kiln.dev/v1", kind: "Fork", metadata: { generateName: "replay-" } };
    const spec = { ...saved.spec, ...(seed === undefined ? {} : { seed: Number(seed) }) };
    const fork = await server.send("POST", FORKS_PATH, { ...kind, spec });
    const name = textAt(asObject(fork.metadata), "name");
    const progress = createProgress("replaying requests", { total: saved.items.length });
    try {
      const cluster = `/clusters/${name}`;
      const result = await replayLog(saved, { server, cluster, onStep: () => progress.step() });
      progress.clear();
      process.stdout.write(printResult(result) + (keep ? `fork ${name} kept: kiln log ${name}\n` : ""));
      return result.difference === undefined ? 0 : 1;
    } finally {
      progress.clear();
      if (!keep) {
        await server.send("DELETE", `${FORKS_PATH}/${name}`);
      }
    }
  } finally {
    server.close();
  }
}

function printResult({ sent, skipped, difference }: ReplayResult): string {
  const left = skipped === 0 ? "" : `, ${skipped} left out (watches, and requests with Secrets)`;
  const head = `${sent} ${sent === 1 ? "request" : "requests"} replayed${left}: `;
  return difference === undefined ? `${head}no difference\n` : `${head}${printDifference(difference)}`;
}

function printDifference({ entry, what, before, now }: Difference): string {
  return `request ${describe(entry)} differs in its ${what}\n  log:    ${before}\n  replay: ${now}\n`;
}

function describe({ number, verb, resource, namespace, name }: JsonObject): string {
  const object = [namespace, name].filter((part) => part !== "").join("/");
  return [number, verb, resource, object].filter((part) => part !== "").join(" ");
}
