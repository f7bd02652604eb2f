import { selectPlugins } from "@kiln/admission";
import type { JsonObject, JsonValue } from "@kiln/api";
import { afterEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const PODS = "/api/v1/namespaces/default/pods";
const MERGE = { "content-type": "application/merge-patch+json" };
const CONTAINER: JsonObject = { name: "c", image: "i:1" };

let server: TestServer;

afterEach(() => server.close());

interface Change {
  readonly semantics: "kep" | "upstream";
  readonly spec?: JsonObject;
  readonly subresource?: string;
  readonly patch: JsonObject;
}

/** Creates a Pod and patches it; returns the response to the patch. */
async function change({ semantics, spec = {}, subresource = "", patch }: Change) {
  server = await startTestServer({ semantics, admission: selectPlugins({ disabled: ["ServiceAccount"] }) });
  const pod = { metadata: { name: "p" }, spec: { containers: [CONTAINER], ...spec } };
  const made = await server.send("POST", PODS, { body: pod });
  expect([made.status, made.json?.message]).toEqual([201, undefined]);
  return server.send("PATCH", `${PODS}/p${subresource}`, { body: patch, headers: MERGE });
}

function causesOf(json: JsonObject | undefined): [JsonValue | undefined, JsonValue | undefined][] {
  const { causes } = (json?.details ?? {}) as { causes?: JsonObject[] };
  return (causes ?? []).map(({ field, message }) => [field, message]);
}

const REFUSAL =
  "Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n";

describe("a Pod that is there", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["its image", {}, { containers: [{ ...CONTAINER, image: "i:2" }] }],
    ["a deadline", {}, { activeDeadlineSeconds: 5 }],
    ["an earlier deadline", { activeDeadlineSeconds: 5 }, { activeDeadlineSeconds: 4 }],
    [
      "a wider choice of nodes than none, while it is held back",
      { schedulingGates: [{ name: "g" }] },
      {
        nodeSelector: { a: "b" },
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }],
            },
          },
        },
      },
    ],
    ["fewer gates", { schedulingGates: [{ name: "g" }] }, { schedulingGates: [] }],
    ["a time that makes sense", { terminationGracePeriodSeconds: -1 }, { terminationGracePeriodSeconds: 1 }],
  ])("gets %s", async (_, spec, patch) => {
    expect((await change({ semantics: "kep", spec, patch: { spec: patch } })).status).toBe(200);
  });

  it.each<[string, JsonObject, JsonObject, string, string]>([
    [
      "more containers",
      {},
      { containers: [CONTAINER, { name: "d", image: "i" }] },
      "spec.containers",
      "Forbidden: pod updates may not add or remove containers",
    ],
    [
      "a later deadline",
      { activeDeadlineSeconds: 5 },
      { activeDeadlineSeconds: 6 },
      "spec.activeDeadlineSeconds",
      "Invalid value: 6: must be less than or equal to previous value",
    ],
    [
      "no deadline",
      { activeDeadlineSeconds: 5 },
      { activeDeadlineSeconds: null },
      "spec.activeDeadlineSeconds",
      "Invalid value: null: must not update from a positive integer to nil value",
    ],
    [
      "more gates",
      { schedulingGates: [{ name: "g" }] },
      { schedulingGates: [{ name: "h" }] },
      "spec.schedulingGates[0].name",
      "Forbidden: only deletion is allowed, but found new scheduling gate 'h'",
    ],
    [
      "other tolerations",
      { tolerations: [{ key: "a", operator: "Exists" }] },
      { tolerations: [{ key: "b", operator: "Exists" }] },
      "spec.tolerations",
      "Forbidden: existing toleration can not be modified except its tolerationSeconds",
    ],
    [
      "another choice of nodes while it is held back",
      { schedulingGates: [{ name: "g" }], nodeSelector: { a: "b" } },
      { nodeSelector: { a: "c" } },
      "spec.nodeSelector",
      'Invalid value: {"a":"c"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
    ],
  ])("does not get %s", async (_, spec, patch, field, message) => {
    const { status, json } = await change({ semantics: "kep", spec, patch: { spec: patch } });
    expect([status, causesOf(json)]).toEqual([422, [[field, message]]]);
  });

  it("tells by a diff what may not change, as Kubernetes does", async () => {
    const patch = { spec: { containers: [{ ...CONTAINER, command: ["x"] }] } };
    const { status, json } = await change({ semantics: "kep", patch });
    const [[field, message] = []] = causesOf(json);
    expect([status, field]).toEqual([422, "spec"]);
    expect(message).toContain(REFUSAL);
    expect(message).toContain('-   "Command": null,\n+   "Command": [\n+    "x"\n+   ],\n');
  });

  it.each<[string, JsonObject]>([
    ["nodeName", { nodeName: "n" }],
    ["hostNetwork", { hostNetwork: true }],
    ["serviceAccountName", { serviceAccountName: "x" }],
    ["priority", { priority: 7 }],
    ["volumes", { volumes: [{ name: "v", emptyDir: {} }] }],
    ["restartPolicy", { restartPolicy: "Never" }],
  ])("has its %s for life: by a mark by default, by a rule as Kubernetes does", async (field, patch) => {
    const marked = await change({ semantics: "kep", patch: { spec: patch } });
    expect(causesOf(marked.json)[0]).toEqual([
      `spec.${field}`,
      expect.stringContaining(`spec.${field} is marked x-kubernetes-mutability: Immutable`),
    ]);
    expect(causesOf(marked.json).filter(([at]) => at === "spec")).toEqual([]);
    await server.close();
    const ruled = await change({ semantics: "upstream", patch: { spec: patch } });
    expect(causesOf(ruled.json)).toEqual([["spec", expect.stringContaining(REFUSAL)]]);
  });

  it.each(["kep", "upstream"] as const)("keeps containers for debugging (%s)", async (semantics) => {
    const debug = { name: "e", image: "b" };
    const subresource = "/ephemeralcontainers";
    const added = await change({ semantics, subresource, patch: { spec: { ephemeralContainers: [debug] } } });
    expect(added.status).toBe(200);
    const send = (ephemeralContainers: JsonObject[], path = subresource) =>
      server.send("PATCH", `${PODS}/p${path}`, { body: { spec: { ephemeralContainers } }, headers: MERGE });
    const two = [debug, { name: "f", image: "b" }];
    expect((await send(two)).status).toBe(200);
    expect((await send([...two, { name: "g", image: "b" }], "")).status).toBe(422);
    expect(causesOf((await send([debug])).json)).toEqual([
      [
        semantics === "kep" ? 'spec.ephemeralContainers[name="f"]' : "spec.ephemeralContainers",
        semantics === "kep"
          ? expect.stringContaining("x-kubernetes-key-mutability: AddOnly")
          : 'Forbidden: existing ephemeral containers "f" may not be removed\n',
      ],
    ]);
    expect((await send([{ ...debug, image: "other" }, two[1] as JsonObject])).status).toBe(422);
    expect(
      causesOf((await send([...two, { name: "c", image: "b", ports: [{ containerPort: 1 }] } as JsonObject])).json),
    ).toEqual([
      ["spec.ephemeralContainers[2].name", 'Duplicate value: "c"'],
      ["spec.ephemeralContainers[2].ports", "Forbidden: cannot be set for an Ephemeral Container"],
    ]);
  });

  it("can be resized, and nothing else with it", async () => {
    const sized = { ...CONTAINER, resources: { requests: { cpu: "1" } } };
    const resize = (resources: JsonObject) =>
      server.send("PATCH", `${PODS}/p/resize`, {
        body: { spec: { containers: [{ ...CONTAINER, resources }] } },
        headers: MERGE,
      });
    const first = await change({
      semantics: "upstream",
      spec: { containers: [sized] },
      subresource: "/resize",
      patch: { spec: { containers: [{ ...sized, resources: { requests: { cpu: "2" } } }] } },
    });
    expect(first.status).toBe(200);
    expect(causesOf((await resize({ requests: { memory: "1Gi" } })).json)).toEqual([
      ["spec.containers[0].resources.requests", "Forbidden: resource requests cannot be removed"],
    ]);
    expect(causesOf((await resize({ requests: { cpu: "2", "ephemeral-storage": "1Gi" } })).json)).toEqual([
      ["spec", "Forbidden: only cpu and memory resources are mutable"],
    ]);
    expect(
      causesOf((await resize({ requests: { cpu: "2", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } })).json),
    ).toEqual([["spec", 'Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing']]);
  });

  it.each<[string, JsonObject, [string, string][]]>([
    [
      "another class",
      { qosClass: "Guaranteed" },
      [["status.qosClass", 'Invalid value: "Guaranteed": field is immutable']],
    ],
    [
      "two addresses of one family",
      { podIP: "1.1.1.1", podIPs: [{ ip: "1.1.1.1" }, { ip: "1.1.1.2" }] },
      [
        [
          "status.podIPs",
          'Invalid value: [{"IP":"1.1.1.1"},{"IP":"1.1.1.2"}]: may specify no more than one IP for each IP family',
        ],
      ],
    ],
    [
      "a condition without a name",
      { conditions: [{ type: "a b", status: "True" }] },
      [
        [
          "status.conditions[0].Type",
          expect.stringContaining('Invalid value: "a b": name part must consist of') as unknown as string,
        ],
      ],
    ],
    [
      "a wrong node",
      { nominatedNodeName: "A" },
      [["status.nominatedNodeName", expect.stringContaining("a lowercase RFC 1123 subdomain") as unknown as string]],
    ],
  ])("is not said to have %s", async (_, status, causes) => {
    const { json } = await change({ semantics: "kep", subresource: "/status", patch: { status } });
    expect(causesOf(json)).toEqual(causes);
  });
});
