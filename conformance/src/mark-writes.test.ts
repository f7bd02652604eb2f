import { readFileSync } from "node:fs";
import { deepCopy, deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { startTestServer, type TestAnswer, type TestServer } from "@kiln/apiserver/testing";
import { apply, toFieldType } from "@kiln/apply";
import { parseJsonSchema } from "@kiln/schema";
import { beforeAll, describe, expect, it } from "vitest";

/** A change of an object with marked fields, and whether it is allowed. */
interface Case {
  readonly id: string;
  readonly title: string;
  readonly schema: JsonObject;
  readonly old: JsonObject;
  readonly new: JsonObject;
  readonly expect: { readonly allowed: boolean; readonly paths: readonly string[] };
  readonly source: string;
}

const { cases } = JSON.parse(readFileSync(new URL("../vectors/mutability.json", import.meta.url), "utf8")) as {
  cases: Case[];
};

/** The rows of the tables of the proposal; what else there is of cases is about the comparison alone. */
const rows = cases.filter(({ source }) => source.startsWith("seed example"));

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const GROUP = "marks.example.com";

/** Writes `now` in place of `old`, which is there. */
type Way = (server: TestServer, at: string, row: Case) => Promise<TestAnswer>;

const patch = (type: string, body: (row: Case) => JsonValue): Way => {
  return (server, at, row) =>
    server.send("PATCH", `${at}?fieldManager=tester`, {
      body: JSON.stringify(body(row)),
      headers: { "content-type": type },
    });
};

const ways: Readonly<Record<string, Way>> = {
  PUT: async (server, at, row) => {
    const { json } = await server.send("GET", at);
    const { apiVersion, kind, metadata } = json as JsonObject;
    return server.send("PUT", at, { body: { ...row.new, apiVersion, kind, metadata } as JsonObject });
  },
  "a merge patch": patch("application/merge-patch+json", (row) => mergePatchOf(row.old, row.new)),
  "a JSON patch": patch("application/json-patch+json", (row) => jsonPatchOf(row.old, row.new)),
};

function mergePatchOf(old: JsonObject, now: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const before = getOwn(old, key);
    const after = getOwn(now, key);
    if (before === undefined || after === undefined || !deepEqual(before, after)) {
      const isInner = isJsonObject(before) && isJsonObject(after);
      setOwn(result, key, isInner ? mergePatchOf(before, after) : (after ?? null));
    }
  }
  return result;
}

function jsonPatchOf(old: JsonObject, now: JsonObject): JsonValue {
  const removed = Object.keys(old).filter((key) => !Object.hasOwn(now, key));
  return [
    ...removed.map((key) => ({ op: "remove", path: `/${key}` })),
    ...Object.entries(now).map(([key, value]) => ({ op: "add", path: `/${key}`, value })),
  ];
}

const server = await startTestServer();
const plurals = new Map<string, string>();

/** One kind for each schema. */
async function define(schema: JsonObject): Promise<string> {
  const text = JSON.stringify(schema);
  const known = plurals.get(text);
  if (known !== undefined) {
    return known;
  }
  const plural = `marks${plurals.size}`;
  plurals.set(text, plural);
  const body = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Cluster",
      names: { plural, kind: kindOf(plural) },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const answer = await server.send("POST", DEFINITIONS, { body });
  expect(answer.text).toContain('"kind":"CustomResourceDefinition"');
  return plural;
}

function kindOf(plural: string): string {
  return `M${plural.slice(1)}`;
}

function objectOf(plural: string, name: string, fields: JsonObject): JsonObject {
  return { ...deepCopy(fields), apiVersion: `${GROUP}/v1`, kind: kindOf(plural), metadata: { name } };
}

function expectVerdict({ status, json }: TestAnswer, { expect: wanted }: Case): void {
  const { causes = [] } = (json?.details ?? {}) as { causes?: JsonObject[] };
  expect([status, causes.map(({ field }) => field)]).toEqual(
    wanted.allowed ? [200, []] : [422, expect.arrayContaining([...wanted.paths])],
  );
}

describe("the tables of marked fields", () => {
  it("have many rows", () => {
    expect(rows.length).toBeGreaterThan(100);
  });

  describe.each(Object.entries(ways))("written by %s", (_, write) => {
    it.each(rows)("$title: $id", async (row) => {
      const plural = await define(row.schema);
      const name = `${row.id}-${Object.values(ways).indexOf(write)}`.toLowerCase();
      const at = `/apis/${GROUP}/v1/${plural}`;
      expect((await server.send("POST", at, { body: objectOf(plural, name, row.old) })).status).toBe(201);
      expectVerdict(await write(server, `${at}/${name}`, row), row);
    });
  });
});

describe.each([
  ["applied by who applied it before", ""],
  ["applied by force", "&force=true"],
])("the tables of marked fields, %s", (_, query) => {
  /** Applying may leave what a table row takes away, such as an unowned empty list: then it is another row. */
  const applicable = rows.filter((row) => {
    const type = toFieldType(parseJsonSchema(row.schema).schema);
    const options = { kind: { typeOf: () => type }, manager: "alice", now: "2026-01-01T00:00:00Z" };
    const nothing = { apiVersion: "v1", kind: "M" };
    const first = apply(nothing, { ...nothing, ...row.old }, options);
    const second = first.outcome === "applied" ? apply(first.object, { ...nothing, ...row.new }, options) : first;
    if (second.outcome !== "applied") {
      return false;
    }
    const { metadata: __, ...object } = second.object;
    return deepEqual(object, { ...nothing, ...row.new });
  });

  beforeAll(() => expect(applicable.length).toBeGreaterThan(80));

  it.each(applicable)("$title: $id", async (row) => {
    const plural = await define(row.schema);
    const name = `${row.id}-apply${query === "" ? "" : "-forced"}`.toLowerCase();
    const at = `/apis/${GROUP}/v1/${plural}/${name}`;
    const send = (fields: JsonObject, manager: string) =>
      server.send("PATCH", `${at}?fieldManager=${manager}${query}`, {
        body: objectOf(plural, name, fields),
        headers: { "content-type": "application/apply-patch+yaml" },
      });
    expect((await send(row.old, "alice")).status).toBe(201);
    expectVerdict(await send(row.new, "alice"), row);
  });
});
