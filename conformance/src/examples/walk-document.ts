import { decodeUtf8, encodeUtf8, isJsonObject, type JsonObject, type JsonValue, parseJson } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { parseYaml } from "@kiln/api/yaml";
import { type ApiServer, createApiServer } from "@kiln/apiserver";
import { MemoryStore } from "@kiln/store/memory";

/** One thing that a page says to do, and what it says comes of it. */
export interface DocumentStep {
  readonly line: number;
  readonly verb: "create" | "replace" | "get";
  readonly object: JsonObject;
  /** What the server says; empty if it just does it. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** What the server made of a step. */
export interface StepOutcome {
  readonly status: number;
  readonly object: JsonObject;
  readonly message: string;
  readonly warnings: readonly string[];
}

const BLOCK = /^```yaml\n([\s\S]*?)^```$/gm;
const COMMAND = /^# kubectl (create|replace) -f -$|^# kubectl (get) \S+ \S+ -o yaml$/;

/**
 * The blocks of YAML of a page that begin with a command. Comments behind it are what the server says: `# Error: …` and
 * `# Warning: …`, both to the end of the line.
 */
export function readDocument(markdown: string): DocumentStep[] {
  return [...markdown.matchAll(BLOCK)].flatMap(({ 1: text = "", index }) => {
    const lines = text.split("\n");
    const command = COMMAND.exec(lines[0] ?? "");
    if (command === null) {
      return [];
    }
    const said = (word: string) =>
      lines.filter((line) => line.startsWith(`# ${word}: `)).map((line) => line.slice(word.length + 4));
    return [
      {
        line: markdown.slice(0, index).split("\n").length,
        verb: (command[1] ?? command[2]) as DocumentStep["verb"],
        object: parseYaml(text).value as JsonObject,
        errors: said("Error"),
        warnings: said("Warning"),
      },
    ];
  });
}

/** Does what a page says, in its order, on a server of its own. */
export async function startWalk(): Promise<(step: DocumentStep) => Promise<StepOutcome>> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  let uids = 0;
  const server = await createApiServer({
    store: new MemoryStore(),
    clock: createManualClock(new Date("2026-01-02T03:04:05Z")),
    random: { uuid: () => `00000000-0000-4000-8000-${String(++uids).padStart(12, "0")}`, fraction: () => 0.5 },
    log: silent,
  });
  const plurals = new Map([
    ["CustomResourceDefinition", "customresourcedefinitions"],
    ["ConfigMap", "configmaps"],
    ["Secret", "secrets"],
  ]);
  return async ({ verb, object }) => {
    const names = isJsonObject(object.spec) ? object.spec.names : undefined;
    if (object.kind === "CustomResourceDefinition" && isJsonObject(names)) {
      plurals.set(String(names.kind), String(names.plural));
    }
    const collection = collectionOf(object, plurals.get(String(object.kind)) ?? "");
    if (verb === "create") {
      return send(server, "POST", collection, object);
    }
    const target = `${collection}/${String((object.metadata as JsonObject).name)}`;
    const live = await send(server, "GET", target);
    if (verb === "get") {
      return live;
    }
    const { resourceVersion = "" } = (live.object.metadata ?? {}) as JsonObject;
    const metadata = { ...(object.metadata as JsonObject), resourceVersion };
    return send(server, "PUT", target, { ...object, metadata });
  };
}

function collectionOf({ apiVersion, kind }: JsonObject, plural: string): string {
  const place = kind === "CustomResourceDefinition" ? "" : "/namespaces/default";
  const root = apiVersion === "v1" ? "/api" : "/apis";
  return `${root}/${String(apiVersion)}${place}/${plural}`;
}

async function send(server: ApiServer, method: string, target: string, body?: JsonObject): Promise<StepOutcome> {
  const answer = await server.handle({
    method,
    target,
    headers: { "content-type": "application/json" },
    peerCertificate: { commonName: "admin", organizations: ["system:masters"], fingerprint: "walk" },
    readBody: async () => encodeUtf8(body === undefined ? "" : JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  const object = parseJson(decodeUtf8(answer.body as Uint8Array)).value as JsonObject;
  const { warning = [] } = answer.headers;
  const message: JsonValue = object.kind === "Status" ? (object.message ?? "") : "";
  return { status: answer.status, object, message: String(message), warnings: [warning].flat().map(textOf) };
}

/** `299 - "text"` without what is around the text. */
function textOf(header: string): string {
  return header
    .replace(/^299 - "/, "")
    .replace(/"$/, "")
    .replaceAll('\\"', '"');
}
