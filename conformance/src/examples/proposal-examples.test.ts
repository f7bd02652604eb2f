import { readFileSync } from "node:fs";
import { asObject, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { startTestServer, type TestAnswer } from "@kiln/apiserver/testing";
import { describe, expect, it } from "vitest";

// Examples in the proposals about pruning and unions, each as requests to a server. Those about immutable fields are in
// mark-writes.test.ts, with every kind of write.

interface Case {
  readonly id: string;
  readonly title: string;
  readonly schema: JsonObject | null;
  readonly old?: JsonObject;
  readonly new: JsonObject;
  readonly expect: {
    readonly pruned?: JsonObject;
    readonly normalized?: JsonObject;
    readonly thenInvalid?: boolean;
  };
  readonly source: string;
}

function readExamples(file: string): Case[] {
  const url = new URL(`../../vectors/${file}.json`, import.meta.url);
  const { cases } = JSON.parse(readFileSync(url, "utf8")) as { cases: Case[] };
  return cases.filter(({ source }) => source.startsWith("seed "));
}

const THINGS = "/apis/example.com/v1/things";
const TYPE = { apiVersion: "example.com/v1", kind: "Thing" };

async function startWith(schema: JsonObject, version: "v1" | "v1beta1" = "v1") {
  const server = await startTestServer();
  const served = { name: "v1", served: true, storage: true };
  const names = { plural: "things", kind: "Thing" };
  const validation = { openAPIV3Schema: schema };
  const spec =
    version === "v1"
      ? { versions: [{ ...served, schema: validation }] }
      : { versions: [served], validation, preserveUnknownFields: false };
  const answer = await server.send("POST", `/apis/apiextensions.k8s.io/${version}/customresourcedefinitions`, {
    body: {
      apiVersion: `apiextensions.k8s.io/${version}`,
      kind: "CustomResourceDefinition",
      metadata: { name: "things.example.com" },
      spec: { group: "example.com", scope: "Cluster", names, ...spec } as JsonObject,
    },
  });
  expect(answer.status).toBe(201);
  return server;
}

/** The object without apiVersion, kind and metadata. */
function contentOf({ json }: TestAnswer): JsonObject {
  const { apiVersion: _, kind: __, metadata: ___, ...content } = json ?? {};
  return content;
}

/** Adds the fields that a resource, embedded or not, must have and that the examples omit. */
function complete(value: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, metadata, ...rest } = value;
  const fields: JsonObject = { ...rest, ...TYPE, metadata: { ...asObject(metadata), name: "a" } };
  const { object } = fields;
  return isJsonObject(object) ? { ...fields, object: { ...TYPE, ...object } } : fields;
}

/** Examples that show the result of pruning for objects that validation then rejects. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ["ex5", "is a forbidden property"],
  ["ex9", "must be of type object"],
]);

const pruningExamples = readExamples("pruning").filter(({ schema }) => schema !== null);

describe.each(["v1", "v1beta1"] as const)("the examples of pruning, with a definition of %s", (version) => {
  it("are all there", () => {
    expect(pruningExamples.length).toBeGreaterThan(10);
  });

  it.each(pruningExamples)("$title ($id)", async ({ id, schema, new: sent, expect: wanted }) => {
    const { send } = await startWith(schema ?? {}, version);
    const answer = await send("POST", THINGS, { body: complete(sent) });
    const refusal = REFUSED.get(id);
    if (refusal !== undefined) {
      expect([answer.status, answer.json?.message]).toEqual([422, expect.stringContaining(refusal)]);
      return;
    }
    expect(answer.status).toBe(201);
    const { apiVersion: _, kind: __, metadata: ___, ...pruned } = complete(wanted.pruned ?? {});
    expect(contentOf(answer)).toEqual(pruned);
    expect(contentOf(await send("GET", `${THINGS}/a`))).toEqual(pruned);
    expect(answer.json?.metadata).not.toHaveProperty("garbage");
  });
});

describe("a definition that prunes and has no schema", () => {
  it("is refused, because nothing would be left of its objects", async () => {
    const { send } = await startTestServer();
    const spec = { group: "example.com", version: "v1", names: { plural: "things", kind: "Thing" } };
    const { status, json } = await send("POST", "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions", {
      body: {
        apiVersion: "apiextensions.k8s.io/v1beta1",
        kind: "CustomResourceDefinition",
        metadata: { name: "things.example.com" },
        spec: { ...spec, preserveUnknownFields: false },
      },
    });
    expect([status, json?.message]).toEqual([422, expect.stringContaining("because otherwise all fields are pruned")]);
  });
});

const unionExamples = readExamples("unions");
type Send = Awaited<ReturnType<typeof startWith>>["send"];

/** Kinds of writes that replace the old object by the new one. */
const ways: Readonly<Record<string, (send: Send, example: Case) => Promise<TestAnswer>>> = {
  PUT: async (send, { new: sent }) => {
    const { json } = await send("GET", `${THINGS}/a`);
    return send("PUT", `${THINGS}/a`, { body: { ...sent, ...TYPE, metadata: json?.metadata as JsonObject } });
  },
  "a merge patch": (send, { old = {}, new: sent }) =>
    send("PATCH", `${THINGS}/a`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { ...Object.fromEntries(Object.keys(old).map((key) => [key, null as JsonValue])), ...sent },
    }),
};

describe.each(Object.entries(ways))("the examples of unions, written by %s", (_, write) => {
  it("are all there", () => {
    expect(unionExamples.length).toBeGreaterThan(10);
  });

  it.each(unionExamples)("$title ($id)", async (example) => {
    const { send } = await startWith(example.schema ?? {});
    if (example.old !== undefined) {
      expect((await send("POST", THINGS, { body: complete(example.old) })).status).toBe(201);
    }
    const answer =
      example.old === undefined
        ? await send("POST", THINGS, { body: complete(example.new) })
        : await write(send, example);
    if (example.expect.thenInvalid === true) {
      expect([answer.status, answer.json?.message]).toEqual([422, expect.stringContaining("at most one of")]);
      return;
    }
    expect(answer.status).toBeLessThan(300);
    expect(contentOf(answer)).toEqual(example.expect.normalized);
  });
});

describe("the union of the proposal, applied", () => {
  const schema = unionExamples.find(({ id }) => id === "doc-r1")?.schema ?? {};
  const apply = (send: Send, manager: string, fields: JsonObject) =>
    send("PATCH", `${THINGS}/a?fieldManager=${manager}`, {
      headers: { "content-type": "application/apply-patch+yaml" },
      body: complete(fields),
    });

  it("gives a conflict over the discriminator to the second who chooses", async () => {
    const { send } = await startWith(schema);
    expect(contentOf(await apply(send, "alice", { fieldA: 1 }))).toEqual({ fieldA: 1, unionType: "FieldA" });
    const second = await apply(send, "bob", { fieldB: 2 });
    expect([second.status, second.json?.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "alice": .unionType (set to "FieldB" by .fieldB, a member of the same union)',
    ]);
  });

  it("refuses a configuration that contradicts itself", async () => {
    const { send } = await startWith(schema);
    expect((await apply(send, "alice", { unionType: "FieldB", fieldA: 1 })).status).toBe(422);
  });
});
