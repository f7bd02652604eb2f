import { asObject, asObjects, diffLines, type JsonObject, printYaml, textAt } from "@kiln/api";
import { UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";
import { parseFlags } from "../parse-flags.ts";
import { openServer } from "./open-server.ts";

const OUTPUTS = ["diff", "json", "manifests"] as const;

/** Kinds that change without a client's request. */
const NOISE = ["/registry/core/events/", "/registry/events.k8s.io/events/", "/registry/coordination.k8s.io/leases/"];

export async function runDiff(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags({
    args: [...args],
    allowPositionals: true,
    options: { output: { type: "string" }, all: { type: "boolean" }, kubeconfig: { type: "string" } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new UsageError("kiln diff takes the name of one fork");
  }
  const output = oneOf("--output", values.output ?? "diff", OUTPUTS);
  const server = openServer(values.kubeconfig);
  try {
    const answer = await server.send("GET", `/clusters/${encodeURIComponent(name)}/testing/changes`);
    const changes = asObjects(answer.items).filter(({ key }) => values.all || !isNoise(String(key)));
    process.stdout.write(PRINTERS[output](changes));
    return changes.length === 0 ? 0 : 1;
  } finally {
    server.close();
  }
}

function isNoise(key: string): boolean {
  return NOISE.some((prefix) => key.startsWith(prefix));
}

const PRINTERS: Readonly<Record<(typeof OUTPUTS)[number], (changes: readonly JsonObject[]) => string>> = {
  json: (changes) => `${JSON.stringify(changes, null, 2)}\n`,
  diff: (changes) => changes.map(printDiff).join(""),
  manifests: (changes) =>
    changes
      .filter(({ type }) => type !== "deleted")
      .map(({ after }) => `---\n${printYaml(toManifest(asObject(after)))}`)
      .join(""),
};

function printDiff({ key, before, after }: JsonObject): string {
  const text = (object: typeof before) => (object === undefined ? "" : printYaml(asObject(object)));
  const path = String(key).replace(/^\/registry\//, "");
  return `--- start/${path}\n+++ fork/${path}\n${diffLines(text(before), text(after))}`;
}

/** Object without the fields that the server sets. */
function toManifest({ status: _, ...object }: JsonObject): JsonObject {
  const { uid: _uid, creationTimestamp: _time, generation: _count, ...metadata } = asObject(object.metadata);
  const kind = textAt(object, "kind");
  return { apiVersion: object.apiVersion ?? "v1", kind, ...object, metadata };
}
