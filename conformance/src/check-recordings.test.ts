import { readdirSync, readFileSync } from "node:fs";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { checkObjects, type Verdict } from "@kiln/cli/check";
import { beforeAll, describe, expect, it } from "vitest";

const GOLDEN = new URL("../golden/", import.meta.url);
const CRD_PATH = /^\/apis\/apiextensions\.k8s\.io\/v1\/customresourcedefinitions(?:\/[^/]+)?$/;
const OBJECT_PATH = /^\/apis\/([^/]+)\/([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/[^/]+)?$/;
/**
 * Status codes of recorded answers that are compared. Others are not about the object: existing names, old versions,
 * invalid JSON.
 */
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

/** Creates and updates of custom resources in a recording, with the objects stored before. */
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
        // Recordings with a part of the answer do not show the stored object.
        objects.delete(key);
        if (isJsonObject(reply.metadata) && reply.kind !== "Status") {
          objects.set(key, restored(reply));
        }
      }
    }
  }
  return writes;
}

/** Object for a manifest: without the URL's namespace and the recorded server's uid. */
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

/** Object with valid times: recordings have placeholders for them. */
function restored(object: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(object).replaceAll('"<time>"', '"2026-01-01T00:00:00Z"')) as JsonObject;
}

/** Whether an answer is compared. A check sets resourceVersion and uid itself. */
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

/** Updates the map of CRDs. A patched CRD is removed, because recordings do not always contain the result. */
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

/** Checks a write; undefined for a stored CRD that would be rejected today. */
async function check({ definitions, old, next }: Write): Promise<Verdict | undefined> {
  const manifest = (object: JsonObject) => ({
    object,
    file: "-",
    line: 1,
    path: [],
    lineAt: () => "",
    locate: () => [],
    warnings: [],
  });
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
      // With webhooks or policies the outcome does not follow from the CRD alone.
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
