import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLAIMS, claimUser, device, giveDevice, judgeClaim } from "../../testing/judge-claim.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes; the longest are truncated.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await giveDevice(server, "given");
});
afterAll(() => server.close());

describe("the devices that a ResourceClaim got", () => {
  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { request: "odd" },
      "@.request: Invalid value: \"odd\": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
    ],
    [{ request: "q" }, ""],
    [{ request: "q/a" }, ""],
    [
      { request: "q/c" },
      "@.request: Invalid value: \"q/c\": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
    ],
    [
      { request: "a/b/c" },
      "@.request: Invalid value: \"a/b/c\": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
    ],
    [
      { request: "A_" },
      '[@.request: Invalid value: "A_": <label>, @.request: Invalid value: "A_": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\']',
    ],
    [
      { request: "r/" },
      '[@.request: Invalid value: "": <label>, @.request: Invalid value: "r/": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\']',
    ],
    [{ driver: "" }, "@.driver: Required value"],
    [{ driver: "A_" }, '@.driver: Invalid value: "A_": <subdomain>'],
    [
      { driver: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
      "@.driver: Too long: may not be more than 63 bytes",
    ],
    [{ driver: "A.example.com" }, ""],
    [{ pool: "" }, "@.pool: Required value"],
    [{ pool: "a/B" }, '@.pool: Invalid value: "B": <subdomain>'],
    [{ pool: "a//b" }, '@.pool: Invalid value: "": <subdomain>'],
    [{ device: "" }, '@.device: Invalid value: "": <label>'],
    [{ device: "A_" }, '@.device: Invalid value: "A_": <label>'],
    [
      { device: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
      '@.device: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters',
    ],
    [{ shareID: "x" }, '@.shareID: Invalid value: "x": error validating uid: invalid UUID length: 1'],
    [
      { shareID: "0F9E7A2C-0000-4000-8000-000000000001" },
      '@.shareID: Invalid value: "0F9E7A2C-0000-4000-8000-000000000001": uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters',
    ],
    [{ shareID: "0f9e7a2c-0000-4000-8000-000000000001" }, ""],
    [{ shareID: "" }, '@.shareID: Invalid value: "": error validating uid: invalid UUID length: 0'],
    [
      { shareID: "{0f9e7a2c-0000-4000-8000-000000000001}" },
      '@.shareID: Invalid value: "{0f9e7a2c-0000-4000-8000-000000000001}": uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters',
    ],
    [
      { shareID: "0f9e7a2c-0000-4000-8000-00000000000g" },
      '@.shareID: Invalid value: "0f9e7a2c-0000-4000-8000-00000000000g": error validating uid: invalid UUID format',
    ],
    [
      { shareID: "0f9e7a2c0000-4000-8000-000000000001aa" },
      '@.shareID: Invalid value: "0f9e7a2c0000-4000-8000-000000000001aa": error validating uid: invalid UUID length: 37',
    ],
    [
      { shareID: "0f9e7a2c000040008000000000000001" },
      '@.shareID: Invalid value: "0f9e7a2c000040008000000000000001": uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters',
    ],
    [
      { shareID: "urn:uuid:0f9e7a2c-0000-4000-8000-000000000001" },
      '@.shareID: Invalid value: "urn:uuid:0f9e7a2c-0000-4000-8000-000000000001": uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters',
    ],
    [
      { shareID: "0f9e7a2cx0000-4000-8000-000000000001" },
      '@.shareID: Invalid value: "0f9e7a2cx0000-4000-8000-000000000001": error validating uid: invalid UUID format',
    ],
    [
      { shareID: "(0f9e7a2c-0000-4000-8000-000000000001)" },
      '@.shareID: Invalid value: "(0f9e7a2c-0000-4000-8000-000000000001)": error validating uid: invalid bracketed UUID format',
    ],
    [
      { shareID: "xrn:uuid:0f9e7a2c-0000-4000-8000-000000000001" },
      '@.shareID: Invalid value: "xrn:uuid:0f9e7a2c-0000-4000-8000-000000000001": error validating uid: invalid urn prefix: "xrn:uuid:"',
    ],
    [
      { bindingConditions: ["a"] },
      "@.bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions",
    ],
    [
      { bindingConditions: ["a", "b", "c", "d", "e"], bindingFailureConditions: ["f"] },
      "@.bindingConditions: Too many: 5: must have at most 4 items",
    ],
    [
      { bindingFailureConditions: ["f"] },
      "@.bindingConditions: Invalid value: null: bindingConditions are required to use bindingFailureConditions",
    ],
    [{ tolerations: [{ operator: "Odd" }] }, ""],
    [{ tolerations: [{ key: "a b", operator: "Exists", value: "x", effect: "Odd" }] }, ""],
    [{ consumedCapacity: { "a b": "1" } }, ""],
    [
      {
        tolerations: [
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
          { operator: "Exists" },
        ],
      },
      "",
    ],
  ])("are judged with %j", async (extra, faults) => {
    const results = [{ request: "r", ...device, ...extra }];
    expect(await judgeClaim(server, "free", { allocation: { devices: { results } } })).toBe(faults);
  });
});

describe("the status of a ResourceClaim", () => {
  it.each<[JsonObject, string]>([
    [{ allocation: {} }, ""],
    [
      { allocation: { devices: { config: [{}] } } },
      "[status.allocation.devices.config[0].source: Required value, status.allocation.devices.config[0].opaque: Required value]",
    ],
    [
      { allocation: { devices: { config: [{ source: "Odd", requests: ["r", "r", "odd"] }] } } },
      '[status.allocation.devices.config[0].source: Unsupported value: "Odd": supported values: "FromClaim", "FromClass", status.allocation.devices.config[0].requests[2]: Invalid value: "odd": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\', status.allocation.devices.config[0].requests[1]: Duplicate value: "r", status.allocation.devices.config[0].opaque: Required value]',
    ],
    [
      {
        allocation: {
          devices: { config: [{ source: "FromClass", requests: ["r"], opaque: { driver: "A_", parameters: "x" } }] },
        },
      },
      '[status.allocation.devices.config[0].opaque.driver: Invalid value: "A_": <subdomain>, status.allocation.devices.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object]',
    ],
    [
      {
        allocation: {
          devices: { config: [{ source: "FromClaim", opaque: { driver: "d.example.com", parameters: { a: 1 } } }] },
        },
      },
      "",
    ],
    [
      {
        allocation: {
          devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "dev" }] },
          nodeSelector: { nodeSelectorTerms: [] },
        },
      },
      "status.allocation.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term",
    ],
    [
      {
        allocation: {
          devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "dev" }] },
          nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: "a b", operator: "Odd" }] }] },
        },
      },
      '[status.allocation.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: "Odd": not a valid selector operator, status.allocation.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: "a b": <name>]',
    ],
    [
      {
        allocation: {
          devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "dev" }] },
          nodeSelector: {
            nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["A_"] }] }],
          },
        },
      },
      'status.allocation.nodeSelector.nodeSelectorTerms[0].matchFields[0].values[0]: Invalid value: "A_": <subdomain>',
    ],
    [
      { reservedFor: [{ resource: "pods", name: "p", uid: "u" }] },
      "status.reservedFor: Forbidden: may not be specified when `allocated` is not set",
    ],
    [
      {
        allocation: { devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "dev" }] } },
        reservedFor: [{ resource: "pods", name: "p", uid: "u" }],
      },
      "",
    ],
    [
      {
        allocation: { devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "dev" }] } },
        reservedFor: [{ resource: "pods", name: "p", uid: "u" }, { resource: "pods", name: "q", uid: "u" }, {}, {}],
      },
      '[status.reservedFor[2].resource: Required value, status.reservedFor[2].name: Required value, status.reservedFor[2].uid: Required value, status.reservedFor[3].resource: Required value, status.reservedFor[3].name: Required value, status.reservedFor[3].uid: Required value, status.reservedFor[1]: Duplicate value: "u", status.reservedFor[3]: Duplicate value: ""]',
    ],
    [
      { devices: [{ driver: "d.example.com", pool: "p", device: "dev" }] },
      '@: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"dev","ShareID":""}: must be an allocated device in the claim',
    ],
    [
      { devices: [{}] },
      '[@.driver: Required value, @.pool: Required value, @.device: Invalid value: "": <label>, @: Invalid value: {"Driver":"","Pool":"","Device":"","ShareID":""}: must be an allocated device in the claim]',
    ],
  ])("is judged with %j", async (status, faults) => {
    expect(await judgeClaim(server, "free", status)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { allocation: { devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "dev" }] } } },
      "",
    ],
    [
      { allocation: { devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "other" }] } } },
      'status.allocation: Invalid value: {"Devices":{"Results":[{"Request":"r","Driver":"d.example.com","Pool":"p","Device":"other","AdminAccess":null,"Tolerations":null,"BindingConditions":null,"BindingFailureConditions":null,"ShareID":null,"ConsumedCapacity":null}],"Config":null},"NodeSelector":null,"AllocationTimestamp":null}: field is immutable',
    ],
    [{ allocation: null }, "status.reservedFor: Forbidden: may not be specified when `allocated` is not set"],
    [{ allocation: null, reservedFor: null }, ""],
    [
      {
        devices: [
          { driver: "d.example.com", pool: "p", device: "dev" },
          { driver: "d.example.com", pool: "p", device: "dev" },
        ],
      },
      'status.devices[1]: Duplicate value: {"Driver":"d.example.com","Pool":"p","Device":"dev","ShareID":""}',
    ],
    [{ reservedFor: [{ resource: "pods", name: "p", uid: "u2" }] }, ""],
    [{ reservedFor: [{ resource: "pods", name: "p", uid: "u" }] }, ""],
    [{ reservedFor: [{ apiGroup: "a b", resource: "PODS", name: "p q", uid: "u" }] }, ""],
    [
      {
        allocation: {
          devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "dev" }] },
          allocationTimestamp: "2026-01-01T00:00:00Z",
        },
      },
      'status.allocation: Invalid value: {"Devices":{"Results":[{"Request":"r","Driver":"d.example.com","Pool":"p","Device":"dev","AdminAccess":null,"Tolerations":null,"BindingConditions":null,"BindingFailureConditions":null,"ShareID":null,"ConsumedCapacity":null}],"Config":null},"NodeSelector":null,"AllocationTimestamp":"2026-01-01T00:00:00Z"}: field is immutable',
    ],
  ])("is judged with %j where devices were given", async (status, faults) => {
    expect(await judgeClaim(server, "given", status)).toBe(faults);
  });

  it("grants access to what others use only in namespaces that are meant for it", async () => {
    const why = "admin access to devices requires the `resource.kubernetes.io/admin-access: true` label";
    const status = { allocation: { devices: { results: [{ request: "r", ...device, adminAccess: true }] } } };
    const requests = [{ name: "r", exactly: { deviceClassName: "dc", adminAccess: true } }];
    const spec = { devices: { requests } };
    const ask = async (namespace: string) => {
      const path = `/apis/resource.k8s.io/v1/namespaces/${namespace}`;
      const claims = await server.send("POST", `${path}/resourceclaims`, { body: { metadata: { name: "a" }, spec } });
      const body = { metadata: { name: "a" }, spec: { spec } };
      return [claims, await server.send("POST", `${path}/resourceclaimtemplates`, { body })].map(({ text }) => text);
    };
    expect(await judgeClaim(server, "free", status)).toBe(
      `@.adminAccess: Forbidden: ${why} on the containing namespace`,
    );
    for (const refused of await ask("default")) {
      expect(refused).toContain(`spec.devices.requests[0].adminAccess: Forbidden: ${why} on the containing namespace`);
    }
    const labels = { "resource.kubernetes.io/admin-access": "true" };
    await server.send("POST", "/api/v1/namespaces", { body: { metadata: { name: "admins", labels } } });
    for (const taken of await ask("admins")) {
      expect(taken).toContain('"adminAccess":true');
    }
  });

  it("has its limits", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...claimUser, uid: String(i) }));
    expect(await judgeClaim(server, "given", { reservedFor: many(256) })).toBe("");
    expect(await judgeClaim(server, "given", { reservedFor: many(257) })).toBe(
      "status.reservedFor: Too many: 257: must have at most 256 items",
    );
    expect(await judgeClaim(server, "free", { allocation: { devices: { results: many(33) } } })).toBe(
      "status.allocation.devices.results: Too many: 33: must have at most 32 items",
    );
  });

  it("accepts no new consumer while the claim is being deleted", async () => {
    await giveDevice(server, "leaving", { finalizers: ["example.com/keep"] });
    await server.send("DELETE", `${CLAIMS}/leaving`);
    expect(await judgeClaim(server, "leaving", { reservedFor: [claimUser, { ...claimUser, uid: "v" }] })).toBe(
      "status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set",
    );
    expect(await judgeClaim(server, "leaving", { reservedFor: null })).toBe("");
  });
});
