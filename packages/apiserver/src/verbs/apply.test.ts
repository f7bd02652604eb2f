import type { JsonObject, JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import type { ApiServerOptions } from "../server-options.ts";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestAnswer } from "../testing/start-test-server.ts";

const W1 = `${WIDGETS}/w1`;
const APPLY = { "content-type": "application/apply-patch+yaml" };

async function start(options?: Partial<ApiServerOptions>) {
  const server = await startTestServer(options);
  const scale = { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" };
  await defineWidgets(
    server,
    {
      size: { type: "integer", maximum: 9 },
      color: { type: "string", default: "grey" },
      name: { type: "string", "x-kubernetes-mutability": "AddOnly" },
      any: { "x-kubernetes-preserve-unknown-fields": true },
      bag: { type: "object", minProperties: 1, maxProperties: 2 },
    },
    { subresources: { status: {}, scale } },
  );
  const apply = (spec: JsonObject, query: string, more: JsonObject = {}) =>
    server.send("PATCH", `${W1}?${query}`, { body: { ...widget("w1", { spec }), ...more }, headers: APPLY });
  const put = async (spec: JsonObject) => {
    const { json } = await server.send("GET", W1);
    return server.send("PUT", `${W1}?fieldManager=editor`, { body: { ...json, spec } as JsonObject });
  };
  return { ...server, apply, put };
}

function outcome({ status, json }: TestAnswer): [number, JsonValue | undefined] {
  return [status, json?.message];
}

function owners({ json }: TestAnswer): JsonValue[] {
  const { managedFields } = (json?.metadata ?? {}) as { managedFields?: JsonObject[] };
  return (managedFields ?? []).map(({ manager, operation, subresource, fieldsV1 }) =>
    [manager, operation, subresource, (fieldsV1 as JsonObject)["f:spec"] ?? null].filter((part) => part !== undefined),
  ) as JsonValue[];
}

describe("apply", () => {
  it("creates a missing object, and owns its fields; defaults have no owner", async () => {
    const { apply } = await start();
    const created = await apply({ size: 1 }, "fieldManager=alice");
    expect([created.status, created.json?.spec]).toEqual([201, { size: 1, color: "grey" }]);
    expect(owners(created)).toEqual([["alice", "Apply", { "f:size": {} }]]);
  });

  it("changes nothing if nothing changes, however late it is", async () => {
    const { apply, clock } = await start();
    const first = await apply({ size: 1 }, "fieldManager=alice");
    clock.advance(60_000);
    expect((await apply({ size: 1 }, "fieldManager=alice")).json).toEqual(first.json);
  });

  it("refuses with every conflict as a cause, unless it is forced", async () => {
    const { apply } = await start();
    await apply({ size: 1, color: "red" }, "fieldManager=alice");
    const refused = await apply({ size: 2, color: "blue" }, "fieldManager=bob");
    expect(refused.json).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 2 conflicts: conflicts with "alice":\n- .spec.color\n- .spec.size',
      details: {
        causes: [
          { reason: "FieldManagerConflict", message: 'conflict with "alice"', field: ".spec.color" },
          { reason: "FieldManagerConflict", message: 'conflict with "alice"', field: ".spec.size" },
        ],
      },
    });
    const forced = await apply({ size: 2 }, "fieldManager=bob&force=true");
    expect([forced.status, owners(forced)]).toEqual([
      200,
      [
        ["alice", "Apply", { "f:color": {} }],
        ["bob", "Apply", { "f:size": {} }],
      ],
    ]);
  });

  it("takes YAML, and says which of its keys come twice", async () => {
    const { send } = await start();
    const body = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w1}\nspec:\n  size: 1\n  size: 2\n";
    const strict = await send("PATCH", `${W1}?fieldManager=a&fieldValidation=Strict`, { body, headers: APPLY });
    expect(outcome(strict)).toEqual([
      400,
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 6: key "size" already set in map',
    ]);
    const warned = await send("PATCH", `${W1}?fieldManager=a`, { body, headers: APPLY });
    expect([warned.status, warned.json?.spec, warned.headers.warning]).toEqual([
      201,
      { size: 2, color: "grey" },
      ['299 - "line 6: key \\"size\\" already set in map"'],
    ]);
  });

  const refusals: readonly [what: string, query: string, body: JsonObject | string, status: number, message: string][] =
    [
      [
        "no manager",
        "",
        {},
        422,
        'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      ],
      ["another kind", "fieldManager=a", { kind: "Gadget" }, 400, "invalid object type: example.com/v1, Kind=Gadget"],
      ["another version", "fieldManager=a", { apiVersion: "v1" }, 400, "invalid object type: /v1, Kind=Widget"],
      ["no version", "fieldManager=a", { apiVersion: "a/b/c" }, 400, "invalid object type: /, Kind="],
      ["nothing", "fieldManager=a", "", 400, "invalid object type: /, Kind="],
      [
        "a list",
        "fieldManager=a",
        "[]",
        400,
        "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}",
      ],
      [
        "managedFields",
        "fieldManager=a",
        { metadata: { name: "w1", managedFields: [] } },
        400,
        "metadata.managedFields must be nil",
      ],
      [
        "another name",
        "fieldManager=a",
        { metadata: { name: "w2" } },
        400,
        "the name of the object (w2) does not match the name on the URL (w1)",
      ],
      [
        "a mistyped field",
        "fieldManager=a",
        { spec: { size: "x" } },
        400,
        'Widget in version "v1" cannot be handled as a Widget: spec.size: must be of type integer, found string',
      ],
      [
        "an invalid value",
        "fieldManager=a",
        { spec: { size: 10 } },
        422,
        'Widget.example.com "w1" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9',
      ],
      [
        "a uid",
        "fieldManager=a",
        { metadata: { name: "w1", uid: "u" } },
        409,
        'Operation cannot be fulfilled on widgets.example.com "w1": uid mismatch: the provided object specified uid u, and no existing object was found',
      ],
    ];

  it.each(refusals)("refuses %s", async (_, query, body, status, message) => {
    const { send } = await start();
    const sent = typeof body === "string" ? body : { ...widget("w1"), ...body };
    expect(outcome(await send("PATCH", `${W1}?${query}`, { body: sent, headers: APPLY }))).toEqual([status, message]);
    expect((await send("GET", W1)).status).toBe(404);
  });

  it("is judged for fields that may not change by what comes of it, forced or not", async () => {
    const { apply } = await start();
    await apply({ name: "a" }, "fieldManager=alice");
    for (const query of ["fieldManager=alice", "fieldManager=bob&force=true"]) {
      const { status, json } = await apply({ name: "b" }, query);
      expect([status, json?.reason]).toEqual([422, "Invalid"]);
    }
    expect((await apply({}, "fieldManager=alice")).status).toBe(422);
    expect((await apply({ name: "a", size: 1 }, "fieldManager=alice")).status).toBe(200);
  });

  it("prunes what is below an object of unknown fields before it validates", async () => {
    const { apply } = await start();
    expect(outcome(await apply({ bag: { a: 1 } }, "fieldManager=alice"))).toEqual([
      422,
      expect.stringContaining("spec.bag in body should have at least 1 properties"),
    ]);
  });

  it("counts for validation, as Kubernetes does, what is below an object of unknown fields", async () => {
    const { apply, send } = await start({ semantics: "upstream" });
    const applied = await apply({ bag: { a: 1 } }, "fieldManager=alice");
    expect([applied.status, applied.json?.spec]).toEqual([201, { bag: {}, color: "grey" }]);
    expect((await send("GET", W1)).json?.spec).toEqual({ bag: {}, color: "grey" });
    const refused = await apply({ bag: { a: 1, b: 2, c: 3 } }, "fieldManager=alice");
    expect(outcome(refused)).toEqual([
      422,
      expect.stringContaining("spec.bag: Too many: 3: must have at most 2 items"),
    ]);
  });

  it("stores no null where null means nothing, whatever the type", async () => {
    const { apply, send } = await start();
    const applied = await apply({ any: null }, "fieldManager=alice");
    expect([applied.status, applied.json?.spec]).toEqual([201, { color: "grey" }]);
    expect((await send("GET", W1)).json?.spec).toEqual({ color: "grey" });
  });

  it("stores nothing in a dry run", async () => {
    const { send, apply } = await start();
    expect((await apply({ size: 1 }, "fieldManager=alice&dryRun=All")).status).toBe(201);
    expect((await send("GET", W1)).status).toBe(404);
  });

  it("looks at the version that the configuration names, forced or not", async () => {
    const { apply } = await start();
    await apply({ size: 1 }, "fieldManager=alice");
    const stale = { metadata: { name: "w1", resourceVersion: "1" } };
    expect((await apply({ size: 2 }, "fieldManager=alice&force=true", stale)).json?.reason).toBe("Conflict");
  });

  it("keeps to the endpoint that it is sent to", async () => {
    const { send, apply } = await start();
    await apply({ size: 1 }, "fieldManager=alice", { status: { size: 5 } });
    const body = widget("w1", { spec: { size: 2 } });
    const status = { ...body, status: { size: 3 } };
    const applied = await send("PATCH", `${W1}/status?fieldManager=ctl`, { body: status, headers: APPLY });
    expect([applied.json?.spec, applied.json?.status]).toEqual([{ size: 1, color: "grey" }, { size: 3 }]);
    expect(owners(applied)).toEqual([
      ["alice", "Apply", { "f:size": {} }],
      ["ctl", "Apply", "status", null],
    ]);
    const absent = await send("PATCH", `${WIDGETS}/w2/status?fieldManager=ctl`, { body: status, headers: APPLY });
    expect(absent.status).toBe(404);
  });

  it("scales, and owns the replicas of the object for it", async () => {
    const { send, apply } = await start();
    await apply({ size: 1 }, "fieldManager=alice");
    const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "w1" }, spec: { replicas: 3 } };
    const refused = await send("PATCH", `${W1}/scale?fieldManager=hpa`, { body, headers: APPLY });
    expect(outcome(refused)).toEqual([409, 'Apply failed with 1 conflict: conflict with "alice": .spec.replicas']);
    const forced = await send("PATCH", `${W1}/scale?fieldManager=hpa&force=true`, { body, headers: APPLY });
    expect(forced.json).toMatchObject({ kind: "Scale", spec: { replicas: 3 } });
    expect(owners(await send("GET", W1))).toEqual([["hpa", "Apply", "scale", { "f:size": {} }]]);
  });
});

describe("every other write", () => {
  it("has a manager: by name, or by user agent", async () => {
    const { send } = await start();
    const created = await send("POST", WIDGETS, {
      body: widget("w1", { spec: { size: 1 } }),
      headers: { "content-type": "application/json", "user-agent": "bakery/1.0 (linux)" },
    });
    expect(owners(created)).toEqual([["bakery", "Update", { ".": {}, "f:color": {}, "f:size": {} }]]);
    const patched = await send("PATCH", `${W1}?fieldManager=cook`, {
      body: { spec: { size: 2 } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(owners(patched)).toEqual([
      ["bakery", "Update", { ".": {}, "f:color": {} }],
      ["cook", "Update", { "f:size": {} }],
    ]);
  });

  it("makes an applier conflict, and takes from it without asking", async () => {
    const { apply, put } = await start();
    await apply({ size: 1 }, "fieldManager=alice");
    expect(owners(await put({ size: 2, color: "grey" }))).toEqual([["editor", "Update", { "f:size": {} }]]);
    expect(outcome(await apply({ size: 1 }, "fieldManager=alice"))).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "editor" using example.com/v1: .spec.size',
    ]);
  });

  it("stores nothing and changes no time, if it changes nothing", async () => {
    const { send, put, clock } = await start();
    const created = await send("POST", WIDGETS, { body: widget("w1", { spec: { size: 1 } }) });
    clock.advance(60_000);
    expect((await put({ size: 1, color: "grey" })).json).toEqual(created.json);
  });
});

describe("apply to a built-in kind", () => {
  const CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
  const LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

  it("leaves fields of every object of the kind without an owner", async () => {
    const { send } = await startTestServer();
    await send("POST", CSI_NODES, { body: { metadata: { name: "a" }, spec: { drivers: null } } });
    const body = { apiVersion: "storage.k8s.io/v1", kind: "CSINode", metadata: { name: "a", labels: { a: "b" } } };
    const applied = await send("PATCH", `${CSI_NODES}/a?fieldManager=alice`, { body, headers: APPLY });
    expect(owners(applied)).toEqual([["alice", "Apply", null]]);
  });

  it("tells in Go's words what cannot be read", async () => {
    const { send } = await startTestServer();
    const type = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
    const body = { ...type, metadata: { name: "a" }, spec: { renewTime: "x" } };
    const { json } = await send("PATCH", `${LEASES}/a?fieldManager=alice`, { body, headers: APPLY });
    expect(json?.message).toBe(
      "failed to convert new object (/a; coordination.k8s.io/v1, Kind=Lease) to proper version: unable to convert " +
        'unstructured object to coordination.k8s.io/v1, Kind=Lease: parsing time "x" as "2006-01-02T15:04:05.000000Z07:00": ' +
        'cannot parse "x" as "2006"',
    );
  });
});
