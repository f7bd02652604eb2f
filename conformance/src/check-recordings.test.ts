import { readdirSync, readFileSync } from "node:fs";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { checkObjects, type Verdict } from "@kiln/cli/check";
import { beforeAll, describe, expect, it } from "vitest";

const GOLDEN = new URL("../golden/", import.meta.url);
const CRD_PATH = /^\/apis\/apiextensions\.k8s\.io\/v1\/customresourcedefinitions(?:\/[^/]+)?$/;
const OBJECT_PATH = /^\/apis\/([^/]+)\/([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/[^/]+)?$/;
/** Errors that are not about the object: taken names, old versions, bodies that are no JSON. */
const JUDGED = new Set([200, 201, 422]);

interface Step {
  readonly do?: string;
  readonly body?: JsonValue;
  readonly raw?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly answer?: { readonly code: number; readonly body?: JsonValue };
}

interface Write {
  readonly step: string;
  readonly definitions: readonly JsonObject[];
  readonly old: JsonObject | undefined;
  readonly next: JsonObject;
  readonly code: number;
  readonly answer: JsonObject;
}

/** Creates and updates of custom resources in one recording, with what was there before them. */
function findWrites(steps: readonly Step[]): Write[] {
  const definitions = new Map<string, JsonObject>();
  const objects = new Map<string, JsonObject>();
  const writes: Write[] = [];
  for (const { do: request = "", body, raw, headers = {}, answer } of steps) {
    const [verb = "", url = ""] = request.split(" ");
    const [path = "", query = ""] = url.split("?");
    const reply = isJsonObject(answer?.body) ? answer.body : {};
    if (CRD_PATH.test(path)) {
      if (verb !== "GET" && query === "" && (answer?.code ?? 500) < 300) {
        remember(definitions, { verb, name: path.split("/")[5], body });
      }
    } else if (path.endsWith("/status")) {
      objects.delete(path.slice(0, -"/status".length));
    } else if (OBJECT_PATH.test(path) && answer !== undefined) {
      const key = verb === "POST" ? `${path}/${nameOf(isJsonObject(body) ? body : reply)}` : path;
      const isPlain = raw === undefined && (headers["content-type"] ?? "application/json") === "application/json";
      if (
        ["POST", "PUT"].includes(verb) &&
        isPlain &&
        isJsonObject(body) &&
        query === "" &&
        isJudged(answer.code, reply)
      ) {
        const old = verb === "PUT" ? objects.get(key) : undefined;
        const held = [...definitions.values()].filter((definition) => defines(definition, path));
        if (held.length > 0 && (verb === "POST" || old !== undefined)) {
          writes.push({
            step: request,
            definitions: held,
            old,
            next: placed(body, path),
            code: answer.code,
            answer: reply,
          });
        }
      }
      if (verb !== "GET" && answer.code < 300 && !query.includes("dryRun")) {
        // Recordings that show parts of an answer do not say what is stored.
        objects.delete(key);
        if (isJsonObject(reply.metadata) && reply.kind !== "Status") {
          objects.set(key, restored(reply));
        }
      }
    }
  }
  return writes;
}

/** A manifest has no URL with its namespace, and no uid of the recorded server. */
function placed(body: JsonObject, path: string): JsonObject {
  const namespace = OBJECT_PATH.exec(path)?.[3];
  const metadata: JsonObject = { ...(isJsonObject(body.metadata) ? body.metadata : {}) };
  if (namespace !== undefined) {
    metadata.namespace = namespace;
  }
  if (String(metadata.uid).startsWith("${")) {
    delete metadata.uid;
  }
  return { ...body, metadata };
}

/** Recordings have words in place of times. */
function restored(object: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(object).replaceAll('"<time>"', '"2026-01-01T00:00:00Z"')) as JsonObject;
}

/** A check brings the resourceVersion and the uid by itself. */
function isJudged(code: number, { message }: JsonObject): boolean {
  return JUDGED.has(code) && !/metadata\.(?:resourceVersion|uid)/.test(String(message));
}

/** Whether the resource of the path is one of the CRD's. */
function defines({ spec }: JsonObject, path: string): boolean {
  const [, group, version, , plural] = OBJECT_PATH.exec(path) ?? [];
  const { names, versions = [], ...rest } = spec as JsonObject;
  const isServed = (versions as JsonObject[]).some((each) => each.name === version && each.served === true);
  return rest.group === group && (names as JsonObject).plural === plural && isServed;
}

interface DefinitionWrite {
  readonly verb: string;
  readonly name: string | undefined;
  readonly body: JsonValue | undefined;
}

/** Changes the map. What a patch makes of a CRD, recordings do not always say: it is forgotten. */
function remember(definitions: Map<string, JsonObject>, { verb, name, body }: DefinitionWrite): void {
  if ((verb === "POST" || verb === "PUT") && isJsonObject(body)) {
    const { status: _, ...definition } = body;
    const { resourceVersion: __, ...metadata } = definition.metadata as JsonObject;
    definitions.set(nameOf(body), { ...definition, metadata });
  } else {
    definitions.delete(name ?? "");
  }
}

function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) ? String(metadata.name) : "";
}

/** Undefined for a CRD that is kept, but would be refused today: it cannot be handed to a check. */
async function check({ definitions, old, next }: Write): Promise<Verdict | undefined> {
  const manifest = (object: JsonObject) => ({ object, file: "-", line: 1, path: [], text: "", warnings: [] });
  const verdicts: Verdict[] = [];
  await checkObjects({
    definitions: definitions.map(manifest),
    olds: old === undefined ? [] : [manifest(old)],
    news: [manifest(next)],
    semantics: "upstream",
    onVerdict: (verdict) => verdicts.push(verdict),
  });
  const [first] = verdicts;
  return first?.manifest.object === next ? first : undefined;
}

function contentOf({ metadata: _, ...content }: JsonObject): JsonObject {
  return content;
}

/** Differences between a check and the recorded server. */
async function findDisagreement(write: Write): Promise<string | undefined> {
  const verdict = await check(write);
  const wasAccepted = write.code < 300;
  if (verdict === undefined) {
    return undefined;
  }
  if (verdict.isAccepted !== wasAccepted) {
    return `${write.step}: ${wasAccepted ? "was accepted" : "was refused"}; ${verdict.message}`;
  }
  if (
    wasAccepted &&
    write.answer.kind === write.next.kind &&
    !deepEqual(contentOf(verdict.stored() ?? {}), contentOf(write.answer))
  ) {
    return `${write.step}: ${JSON.stringify(contentOf(verdict.stored() ?? {}))} is not ${JSON.stringify(contentOf(write.answer))}`;
  }
  return undefined;
}

describe("kiln check and the recordings of Kubernetes", () => {
  const files = readdirSync(GOLDEN).filter((name) => name.endsWith(".json"));
  const disagreements: string[] = [];
  let judged = 0;

  beforeAll(async () => {
    for (const file of files) {
      const text = readFileSync(new URL(file, GOLDEN), "utf8");
      const { steps = [] } = JSON.parse(text) as { steps?: readonly Step[] };
      // Where others have a say on writes, or convert them, no CRD tells what they would say.
      const hasOthers = /admissionregistration\.k8s\.io|"strategy": ?"Webhook"/.test(text);
      for (const write of hasOthers ? [] : findWrites(steps)) {
        judged++;
        const disagreement = await findDisagreement(write);
        if (disagreement !== undefined) {
          disagreements.push(`${file}: ${disagreement}`);
        }
      }
    }
  }, 300_000);

  it("agree on every create and update: the verdict, and what is stored", () => {
    expect(disagreements).toEqual([]);
    expect(judged).toBeGreaterThan(100);
  });
});
