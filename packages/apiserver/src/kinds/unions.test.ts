import { readFileSync } from "node:fs";
import { deepCopy, getOwn, type JsonObject, type JsonValue } from "@kiln/api";
import { LENIENT, type NativeUnion, nativeUnions, typeLibrary } from "@kiln/kinds";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestAnswer, type TestServer } from "../testing/start-test-server.ts";
import { type UnionSample, unionSamples } from "../testing/union-samples.ts";

let server: TestServer;
let upstream: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  upstream = await startTestServer({ semantics: "upstream" });
});

afterAll(async () => {
  await server.close();
  await upstream.close();
});

describe("the unions of built-in types", () => {
  it.each([...nativeUnions.keys()])("have members and discriminators that are fields of %s", (path) => {
    const { fields } = typeLibrary.struct(path);
    const named = (nativeUnions.get(path) ?? []).flatMap((union) => [
      ...Object.keys(union["fields-to-discriminateBy"]),
      ...(union.discriminator === undefined ? [] : [union.discriminator]),
    ]);
    expect(named.filter((name) => !fields.has(name))).toEqual([]);
  });

  it("have values that the discriminator may take", () => {
    for (const [path, unions] of nativeUnions) {
      for (const { discriminator = "", ...union } of unions) {
        const known = typeLibrary.struct(path).fields.get(discriminator)?.enum;
        const values = Object.values(union["fields-to-discriminateBy"]);
        expect(known === undefined ? [] : values.filter((value) => !known.includes(value))).toEqual([]);
      }
    }
  });
});

describe("docs/built-in-unions.md", () => {
  it("has a row for each union, in the same order", () => {
    const page = readFileSync(new URL("../../../../docs/built-in-unions.md", import.meta.url), "utf8");
    const rows = page.split("\n").filter((line) => /^\| `[^`]*` \| (`[a-zA-Z]*`)? \| `/.test(line));
    const code = (name: string) => `\`${name}\``;
    const unions = [...nativeUnions].flatMap(([type, all]) => all.map((union) => ({ type, ...union })));
    const expected = unions.map(({ type, discriminator, ...union }) =>
      ["", code(type), discriminator === undefined ? "" : code(discriminator)]
        .concat(Object.keys(union["fields-to-discriminateBy"]).map(code).join(", "), "")
        .join(" | ")
        .trim(),
    );
    expect(rows).toEqual(expected);
  });
});

/** A member of a union, and the discriminator that names it. */
interface Choice {
  readonly member: string;
  readonly node: JsonObject;
  readonly discriminator: JsonObject;
}

function choicesOf({ members }: UnionSample, { discriminator, ...union }: NativeUnion): Choice[] {
  return Object.entries(members).map(([member, value]) => ({
    member,
    node: { [member]: deepCopy(value) },
    discriminator:
      discriminator === undefined ? {} : { [discriminator]: union["fields-to-discriminateBy"][member] ?? "" },
  }));
}

function unionOf({ type, members }: UnionSample): NativeUnion {
  const hasAll = (union: NativeUnion) =>
    Object.keys(members).every((member) => Object.hasOwn(union["fields-to-discriminateBy"], member));
  return nativeUnions.get(type)?.find(hasAll) as NativeUnion;
}

/** The object that has the union, at the path of the sample. */
function nodeOf(sample: UnionSample, object: JsonObject | undefined): JsonObject {
  const path = pathTo(sample.wrap({ HERE: true }), "HERE") ?? [];
  return path.slice(0, -1).reduce<JsonValue>((value, key) => (value as never)[key], object ?? {}) as JsonObject;
}

function pathTo(value: JsonValue, key: string): (string | number)[] | undefined {
  for (const [name, inner] of Object.entries(typeof value === "object" ? (value ?? {}) : {})) {
    const below = name === key ? [] : pathTo(inner as JsonValue, key);
    if (below !== undefined) {
      return [Array.isArray(value) ? Number(name) : name, ...below];
    }
  }
  return undefined;
}

function membersOf(node: JsonObject, union: NativeUnion): string[] {
  return Object.keys(union["fields-to-discriminateBy"]).filter((member) => (getOwn(node, member) ?? null) !== null);
}

const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";

/** Sends a request with dryRun=All, so that nothing is stored. */
function send(type: string, { collection }: UnionSample, body: JsonObject): Promise<TestAnswer> {
  const target = `${collection}/sample?dryRun=All${type === APPLY ? "&fieldManager=m&force=true" : ""}`;
  return server.send(type === "application/json" ? "PUT" : "PATCH", target, {
    body,
    headers: { "content-type": type },
  });
}

interface Switch {
  readonly made: JsonObject;
  readonly from: Choice;
  readonly to: Choice;
}

/** Requests of clients that set a new member and do not clear the old one. */
const REQUESTS: readonly (readonly [string, (sample: UnionSample, change: Switch) => Promise<TestAnswer>])[] = [
  ["a merge patch", (sample, { to }) => send(MERGE, sample, sample.wrap(to.node))],
  ["a strategic merge patch", (sample, { to }) => send(STRATEGIC, sample, sample.wrap(to.node))],
  [
    "an applied configuration",
    (sample, { to }) => send(APPLY, sample, sample.wrap({ ...sample.beside, ...to.node, ...to.discriminator })),
  ],
  [
    "an update",
    (sample, { made, to }) => {
      const body = deepCopy(made);
      Object.assign(nodeOf(sample, body), to.node);
      return send("application/json", sample, body);
    },
  ],
];

const kept = new Set<string>();

afterEach(async () => {
  for (const collection of kept) {
    await server.send("DELETE", `${collection}/sample`);
  }
  kept.clear();
});

async function make(sample: UnionSample, { node, discriminator }: Partial<Choice>): Promise<JsonObject> {
  await server.send("DELETE", `${sample.collection}/sample`);
  const body = sample.wrap({ ...sample.beside, ...discriminator, ...node });
  const { status, json } = await server.send("POST", sample.collection, { body });
  kept.add(sample.collection);
  expect([status, json?.message]).toEqual([201, undefined]);
  return json as JsonObject;
}

const switchable = unionSamples.filter(({ isFixed, members }) => isFixed !== true && Object.keys(members).length > 1);
const single = unionSamples.filter(({ members }) => Object.keys(members).length === 1);
const titled = (samples: readonly UnionSample[]) =>
  samples.map((sample) => [`${sample.type} (${Object.keys(sample.members).join(", ").slice(0, 60)})`, sample] as const);

describe.each(REQUESTS)("a member that %s sets", (_, request) => {
  it.each(titled(switchable))("takes the place of any other: %s", async (_, sample) => {
    const union = unionOf(sample);
    const choices = choicesOf(sample, union);
    for (const from of choices) {
      const made = await make(sample, from);
      for (const to of choices.filter((choice) => choice !== from)) {
        const { status, json } = await request(sample, { made, from, to });
        const change = `${from.member} to ${to.member}`;
        expect([change, status, json?.message]).toEqual([change, 200, undefined]);
        const node = nodeOf(sample, json);
        expect([change, membersOf(node, union)]).toEqual([change, [to.member]]);
        expect(node).toMatchObject(to.discriminator);
      }
    }
  });

  it.each(titled(single))("is named by the discriminator: %s", async (_, sample) => {
    const [to] = choicesOf(sample, unionOf(sample)) as [Choice];
    const made = await make(sample, { node: {} });
    const { status, json } = await request(sample, { made, from: to, to });
    expect([status, json?.message]).toEqual([200, undefined]);
    expect(nodeOf(sample, json)).toMatchObject({ ...to.node, ...to.discriminator });
  });
});

describe("a member that the discriminator no longer names", () => {
  it.each(titled(single))("is cleared: %s", async (_, sample) => {
    const union = unionOf(sample);
    const [from] = choicesOf(sample, union) as [Choice];
    const discriminator = union.discriminator ?? "";
    const without = nodeOf(sample, await make(sample, { node: {} }))[discriminator] as JsonValue;
    await make(sample, from);
    for (const type of [MERGE, STRATEGIC]) {
      const { status, json } = await send(type, sample, sample.wrap({ [discriminator]: without }));
      expect([status, json?.message]).toEqual([200, undefined]);
      expect(membersOf(nodeOf(sample, json), union)).toEqual([]);
    }
  });
});

describe("a request that contradicts itself", () => {
  const twoOf = (sample: UnionSample) => {
    const [first, second = first] = choicesOf(sample, unionOf(sample)) as [Choice, Choice?];
    // A new object with the discriminator of `second` beside one or two members.
    return sample.wrap({
      ...second.discriminator,
      ...(first === second ? nodeOf(sample, sample.wrap({ ...sample.beside })) : sample.beside),
      ...first.node,
      ...second.node,
    });
  };
  const strict = unionSamples.filter(({ type }) => !LENIENT.has(type));

  it.each(titled(strict))("is answered to as Kubernetes does, once: create of %s", async (_, sample) => {
    const target = `${sample.collection}?dryRun=All`;
    const ours = await server.send("POST", target, { body: twoOf(sample) });
    const theirs = await upstream.send("POST", target, { body: twoOf(sample) });
    expect([ours.status, ours.json?.message]).toEqual([theirs.status, theirs.json?.message]);
  });

  it.each(titled(strict.filter((sample) => switchable.includes(sample))))(
    "is not guessed at: patch and apply of %s",
    async (_, sample) => {
      const [first] = choicesOf(sample, unionOf(sample)) as [Choice];
      const made = await server.send("POST", `${sample.collection}?dryRun=All`, { body: twoOf(sample) });
      await make(sample, first);
      for (const type of [MERGE, STRATEGIC, APPLY]) {
        const { status } = await send(type, sample, twoOf(sample));
        expect([type, status]).toEqual([type, made.status === 201 ? 200 : 422]);
      }
    },
  );

  it("loses the member that Kubernetes would keep without looking at it, with a warning", async () => {
    const sample = unionSamples.find(({ type }) => type === "apps/v1.DaemonSetUpdateStrategy") as UnionSample;
    const body = sample.wrap({ type: "OnDelete", ...sample.members });
    const { json, headers } = await server.send("POST", sample.collection, { body });
    kept.add(sample.collection);
    expect(nodeOf(sample, json)).toEqual({ type: "OnDelete" });
    expect(JSON.stringify(headers)).toContain("spec.updateStrategy.rollingUpdate was dropped");
  });
});

describe("with --semantics upstream", () => {
  it("a second member is rejected wherever it comes from", async () => {
    const sample = unionSamples.find(({ type }) => type === "core/v1.Probe") as UnionSample;
    await upstream.send("POST", sample.collection, { body: sample.wrap({ exec: { command: ["a"] } }) });
    const { status, json } = await upstream.send("PATCH", `${sample.collection}/sample`, {
      body: sample.wrap({ httpGet: { port: 80 } }),
      headers: { "content-type": STRATEGIC },
    });
    expect(status).toBe(422);
    expect(json?.message).toContain("may not specify more than 1 handler type");
  });
});
