import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../../testing/define-widgets.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

const KINDS = "/apis/admissionregistration.k8s.io/v1";
const RULE = {
  apiGroups: ["example.com"],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["widgets"],
};

const SPEC = {
  a: { type: "string" },
  mode: { type: "string", default: "auto" },
  n: { type: "integer" },
  list: { type: "array", items: { type: "string" } },
} satisfies JsonObject;

const applying = (expression: string) => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
const patching = (expression: string) => ({ patchType: "JSONPatch", jsonPatch: { expression } });

async function start(policies: Readonly<Record<string, JsonObject>>) {
  const server = await startTestServer();
  await defineWidgets(server, SPEC);
  const create = async (plural: string, name: string, spec: JsonObject) => {
    const { status, text } = await server.send("POST", `${KINDS}/${plural}`, { body: { metadata: { name }, spec } });
    expect(status, text).toBe(201);
  };
  for (const [name, policy] of Object.entries(policies)) {
    const matchConstraints = { resourceRules: [RULE] };
    await create("mutatingadmissionpolicies", name, { matchConstraints, reinvocationPolicy: "Never", ...policy });
    await create("mutatingadmissionpolicybindings", name, { policyName: name });
  }
  const write = (spec: JsonObject) => server.send("POST", WIDGETS, { body: widget("w", { spec }) });
  return { ...server, write };
}

describe("MutatingAdmissionPolicy", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "lays a configuration over the object",
      applying("Object{spec: Object.spec{a: 'set', n: 2}}"),
      { mode: "own" },
      { a: "set", mode: "own", n: 2 },
    ],
    [
      "makes a patch",
      patching("[JSONPatch{op: 'add', path: '/spec/a', value: object.metadata.name}]"),
      {},
      { a: "w", mode: "auto" },
    ],
    [
      "puts defaults back",
      patching("[JSONPatch{op: 'remove', path: '/spec/mode'}]"),
      { mode: "own" },
      { mode: "auto" },
    ],
    ["prunes", patching("[JSONPatch{op: 'add', path: '/spec/unknown', value: 1}]"), {}, { mode: "auto" }],
    [
      "leaves alone what fails a test",
      patching("[JSONPatch{op: 'test', path: '/spec/a', value: 'x'}, JSONPatch{op: 'remove', path: '/spec/a'}]"),
      { a: "y" },
      { a: "y", mode: "auto" },
    ],
  ])("%s", async (_, mutation, spec, after) => {
    const { write } = await start({ p: { mutations: [mutation] } });
    const { json, text } = await write(spec);
    expect(json?.spec, text).toEqual(after);
  });

  it.each<[string, JsonObject, string]>([
    [
      "a patch that does not apply",
      patching("[JSONPatch{op: 'remove', path: '/spec/a'}]"),
      "JSON Patch: error in remove for path: '/spec/a': Unable to remove nonexistent key: a: missing value",
    ],
    [
      "an expression that fails",
      applying("Object{spec: Object.spec{a: object.spec.none}}"),
      "expression 'Object{spec: Object.spec{a: object.spec.none}}' resulted in error: no such key: none",
    ],
    [
      "a list as a whole",
      applying("Object{spec: Object.spec{list: ['a']}}"),
      "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.list",
    ],
    [
      "a name of another place",
      applying("Object{spec: Object.wrong{a: 'x'}}"),
      'type mismatch: unexpected type name "Object.wrong", expected "Object.spec", which matches field name path from root Object type',
    ],
  ])("refuses %s, forbidden in code and invalid in words", async (_, mutation, why) => {
    const { write } = await start({ p: { mutations: [mutation] } });
    expect((await write({})).json).toMatchObject({
      code: 403,
      reason: "Invalid",
      message: `policy 'p' with binding 'p' denied request: ${why}`,
    });
  });

  it("goes on with the next mutation if failures do not matter", async () => {
    const mutations = [
      applying("Object{spec: Object.spec{a: object.spec.none}}"),
      applying("Object{spec: Object.spec{n: 1}}"),
    ];
    const { write } = await start({ p: { failurePolicy: "Ignore", mutations } });
    expect((await write({})).json?.spec).toEqual({ mode: "auto", n: 1 });
  });

  it("is asked again if it wants to be and a later one changed the object", async () => {
    const count = patching(
      "[JSONPatch{op: 'add', path: '/spec/n', value: (has(object.spec.n) ? object.spec.n : 0) + 1}]",
    );
    const { write } = await start({
      a: { reinvocationPolicy: "IfNeeded", mutations: [count] },
      b: { mutations: [applying("Object{spec: Object.spec{a: 'b'}}")] },
    });
    expect((await write({})).json?.spec).toEqual({ a: "b", mode: "auto", n: 2 });
  });
});
