import { asObject, asObjects, deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { startTestServer, type TestAnswer, type TestServer } from "@kiln/apiserver/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Draw,
  type DrawnDefinition,
  type DrawnVersion,
  drawDefinition,
  drawValue,
} from "./testing/arbitrary-definition.ts";
import { brokenMarks, crowdedUnions, visitUnions } from "./testing/oracle.ts";

/** Number of CRDs, from KILN_MARK_RUNS. KILN_MARK_SEED=SEED/PATH, which a failure prints, repeats one. */
const numRuns = Number(process.env.KILN_MARK_RUNS ?? 25);
const WRITES = 8;

const GROUP = "marks.example.com";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const pathOf = (version: string) => `/apis/${GROUP}/${version}/things`;

interface Sent {
  readonly what: string;
  readonly answer: TestAnswer;
  /** Part of the object that the client set. */
  readonly part: "spec" | "status";
  readonly value: JsonValue | undefined;
  /** Whether items of lists keep their index. */
  readonly isWhole: boolean;
}

type Way = (server: TestServer, version: DrawnVersion, draw: Draw) => Promise<Sent>;

function objectOf({ name }: DrawnVersion, rest: JsonObject): JsonObject {
  return { apiVersion: `${GROUP}/${name}`, kind: "Thing", metadata: { name: "o" }, ...rest };
}

function drawPart(draw: Draw, { schema }: DrawnVersion, part: "spec" | "status"): JsonValue {
  return drawValue(draw, asObject(asObject(schema.properties)[part]));
}

const query = fc.constantFrom("", "", "", "dryRun=All", "fieldValidation=Strict", "fieldValidation=Ignore");

function put(part: "spec" | "status"): Way {
  return async (server, version, draw) => {
    const target = `${pathOf(version.name)}/o${part === "status" ? "/status" : ""}`;
    const value = drawPart(draw, version, part);
    const { json = {} } = await server.send("GET", `${pathOf(version.name)}/o`);
    const answer = await server.send("PUT", `${target}?${draw(query)}`, { body: { ...json, [part]: value } });
    return { what: `PUT ${part}`, answer, part, value, isWhole: true };
  };
}

function patch(part: "spec" | "status", type: string): Way {
  return async (server, version, draw) => {
    const target = `${pathOf(version.name)}/o${part === "status" ? "/status" : ""}`;
    const value = drawPart(draw, version, part);
    const body = type.startsWith("json")
      ? JSON.stringify([{ op: "add", path: `/${part}`, value }])
      : JSON.stringify({ [part]: draw(fc.boolean()) ? value : null });
    const headers = { "content-type": `application/${type}+json` };
    const answer = await server.send("PATCH", `${target}?${draw(query)}`, { body, headers });
    return { what: `${type} ${part}`, answer, part, value: type.startsWith("json") ? value : undefined, isWhole: true };
  };
}

function merge(part: "spec" | "status"): Way {
  return async (server, version, draw) => {
    const target = `${pathOf(version.name)}/o${part === "status" ? "/status" : ""}`;
    const value = drawPart(draw, version, part);
    const headers = { "content-type": "application/merge-patch+json" };
    const answer = await server.send("PATCH", `${target}?${draw(query)}`, { body: { [part]: value }, headers });
    return { what: `merge ${part}`, answer, part, value, isWhole: true };
  };
}

function apply(part: "spec" | "status"): Way {
  return async (server, version, draw) => {
    const target = `${pathOf(version.name)}/o${part === "status" ? "/status" : ""}`;
    const value = drawPart(draw, version, part);
    const manager = draw(fc.constantFrom("one", "two"));
    const answer = await server.send("PATCH", `${target}?fieldManager=${manager}&force=true&${draw(query)}`, {
      body: objectOf(version, { [part]: value }),
      headers: { "content-type": "application/apply-patch+yaml" },
    });
    return { what: `apply ${part}`, answer, part, value, isWhole: false };
  };
}

const label: Way = async (server, version, draw) => {
  const headers = { "content-type": "application/merge-patch+json" };
  const body = { metadata: { labels: { l: draw(fc.constantFrom("1", "2")) } } };
  const answer = await server.send("PATCH", `${pathOf(version.name)}/o`, { body, headers });
  return { what: "label", answer, part: "spec", value: undefined, isWhole: true };
};

const scale: Way = async (server, version, draw) => {
  const headers = { "content-type": "application/merge-patch+json" };
  const body = { spec: { replicas: draw(fc.integer({ min: 0, max: 3 })) } };
  const answer = await server.send("PATCH", `${pathOf(version.name)}/o/scale`, { body, headers });
  return { what: "scale", answer, part: "spec", value: undefined, isWhole: true };
};

const WAYS: readonly Way[] = [
  put("spec"),
  merge("spec"),
  patch("spec", "json-patch"),
  patch("spec", "merge-patch"),
  apply("spec"),
  apply("spec"),
  put("status"),
  merge("status"),
  apply("status"),
  label,
  scale,
];

/** The stored object; undefined if there is none. */
async function readStored(server: TestServer): Promise<JsonObject | undefined> {
  const entry = await server.store.get(`/registry/${GROUP}/things/o`);
  const text = entry === undefined ? "" : new TextDecoder().decode(entry.value);
  // The JSON follows an envelope, whose head is an object as well.
  return entry === undefined ? undefined : (JSON.parse(text.slice(text.indexOf('{"apiVersion"'))) as JsonObject);
}

/** Members that the client set with this request and that the response lacks. */
function lostMembers(schema: JsonObject, sent: Sent, shown: JsonObject | undefined): string[] {
  const root = asObject(asObject(schema.properties)[sent.part]);
  return visitUnions(root, sent.value).flatMap(({ path, set }) => {
    const isListed = path.includes("[") && !sent.isWhole;
    const wanted = find(sent.value, path);
    const before = find(shown?.[sent.part], path);
    const after = find(asObject(sent.answer.json)[sent.part], path);
    return isListed ? [] : set.filter((name) => isNew(wanted, before, name) && get(after, name) === undefined);
  });
}

function isNew(wanted: JsonValue | undefined, before: JsonValue | undefined, name: string): boolean {
  const [now, then] = [get(wanted, name), get(before, name)];
  return then === undefined || !deepEqual(now ?? null, then);
}

function get(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? getOwn(value, name) : undefined;
}

function find(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    found = Array.isArray(found) ? found[Number(step)] : get(found, step);
  }
  return found;
}

async function check(server: TestServer, drawn: DrawnDefinition, draw: Draw): Promise<void> {
  const { versions } = drawn;
  const first = versions[draw(fc.integer({ min: 0, max: 1 }))] as DrawnVersion;
  const value = drawPart(draw, first, "spec");
  const created = await server.send("POST", pathOf(first.name), { body: objectOf(first, { spec: value }) });
  expect(created.status, created.text).toBeLessThan(500);
  const isCreated = created.status === 201;
  await checkStored(server, drawn, undefined);
  for (let i = 0; isCreated && i < WRITES; i++) {
    const version = versions[draw(fc.integer({ min: 0, max: 1 }))] as DrawnVersion;
    const way = WAYS[draw(fc.integer({ min: 0, max: WAYS.length - 1 }))] as Way;
    const stored = await readStored(server);
    const { json: shown } = await server.send("GET", `${pathOf(version.name)}/o`);
    const sent = await way(server, version, draw);
    const story = `${sent.what} through ${version.name}: ${JSON.stringify(sent.value)} over ${JSON.stringify(stored?.[sent.part])}`;
    expect(sent.answer.status, `${story}: ${sent.answer.text}`).toBeLessThan(500);
    const isSilent = sent.answer.status < 300 && sent.answer.headers.warning === undefined;
    expect(isSilent ? lostMembers(version.schema, sent, shown) : [], `${story} lost members`).toEqual([]);
    await checkStored(server, drawn, stored, story);
  }
}

async function checkStored(
  server: TestServer,
  { versions }: DrawnDefinition,
  old?: JsonObject,
  story = "",
): Promise<void> {
  const stored = await readStored(server);
  if (stored === undefined) {
    return;
  }
  for (const { name, schema } of versions) {
    const broken = old === undefined ? [] : brokenMarks(schema, old, stored);
    expect(broken, `${story} broke marks of ${name}, now ${JSON.stringify(stored.spec)}`).toEqual([]);
    expect(crowdedUnions(schema, stored), `${story} left unions of ${name} crowded`).toEqual([]);
    expect((await server.send("GET", `${pathOf(name)}/o`)).status).toBe(200);
  }
}

describe("a CRD with two versions and any marks and unions", () => {
  it(
    "protects what is stored through both versions and by every verb, answers no 500, and loses no member silently",
    async () => {
      const property = fc.asyncProperty(fc.gen(), async (gen) => {
        const draw: Draw = (arbitrary) => gen(() => arbitrary);
        const server = await startTestServer();
        try {
          const drawn = drawDefinition(draw);
          const defined = await server.send("POST", DEFINITIONS, { body: drawn.definition });
          expect(defined.status, defined.text).toBe(201);
          for (let object = 0; object < 3; object++) {
            await check(server, drawn, draw);
            await server.send("DELETE", `${pathOf("v1")}/o`);
          }
        } finally {
          await server.close();
        }
      });
      const [from, path] = (process.env.KILN_MARK_SEED ?? "").split("/");
      const again =
        from === "" || from === undefined ? {} : { seed: Number(from), ...(path === undefined ? {} : { path }) };
      await fc.assert(property, { numRuns, endOnFailure: true, ...again });
    },
    60_000 + numRuns * 4000,
  );

  it("is drawn with marks, unions and fields that only one version has", () => {
    const drawn = fc.sample(fc.gen(), { numRuns: 20, seed: 1 }).map((gen) => drawDefinition((each) => gen(() => each)));
    const texts = drawn.map(({ definition }) => JSON.stringify(definition));
    expect(texts.some((text) => text.includes("x-kubernetes-unions"))).toBe(true);
    expect(texts.some((text) => text.includes("x-kubernetes-key-mutability"))).toBe(true);
    const fields = drawn.map(({ versions }) =>
      versions.map(({ schema }) => Object.keys(asObject(asObject(asObject(schema.properties).spec).properties)).sort()),
    );
    expect(fields.some(([one = [], two = []]) => !deepEqual(one, two))).toBe(true);
    expect(asObjects(asObject(drawn[0]?.definition.spec).versions)).toHaveLength(2);
  });
});
