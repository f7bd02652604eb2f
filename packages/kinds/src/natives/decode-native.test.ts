import type { JsonObject, JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { packages } from "./data/index.ts";
import { compileNativePrune, zeroOfStruct } from "./decode-native.ts";
import type { ResourceFacts } from "./package-text.ts";
import { typeLibrary } from "./type-library.ts";

function decode(type: string, object: JsonObject) {
  const report = compileNativePrune(typeLibrary.struct(type))(object, { tracksRemoved: true });
  return { object, removed: report.removed, fault: report.mismatches[0]?.detail };
}

const kinds = packages.flatMap((text) =>
  (JSON.parse(text.resources) as ResourceFacts[]).map(({ kind }) => `${text.path}.${kind}`),
);

describe("compileNativePrune()", () => {
  it.each(kinds)("makes of nothing what Go writes of nothing: %s", (kind) => {
    const type = typeLibrary.struct(kind);
    const { object, removed, fault } = decode(kind, {});
    expect(object).toEqual(zeroOfStruct(type));
    expect([removed, fault]).toEqual([[], undefined]);
    // Decoding the result again does not change it.
    expect(decode(kind, structuredClone(object)).object).toEqual(object);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["core/v1.ConfigMap", { data: {}, immutable: null }, { metadata: {} }],
    ["core/v1.ConfigMap", { data: { a: null }, immutable: false }, { metadata: {}, data: { a: "" }, immutable: false }],
    ["rbac/v1.Role", { rules: [] }, { metadata: {}, rules: null }],
    ["core/v1.ServiceSpec", { ports: [{ port: 0, name: "" }] }, { ports: [{ port: 0, targetPort: 0 }] }],
    [
      "core/v1.ResourceRequirements",
      { limits: { cpu: 0.5, memory: "1024Mi" } },
      { limits: { cpu: "500m", memory: "1Gi" } },
    ],
    [
      "coordination/v1.LeaseSpec",
      { renewTime: "2026-01-02T04:04:05.100000+01:00" },
      { renewTime: "2026-01-02T03:04:05.100000Z" },
    ],
    [
      "core/v1.SecretVolumeSource",
      { optional: false, items: [null] },
      { optional: false, items: [{ key: "", path: "" }] },
    ],
    [
      "apps/v1.ControllerRevision",
      { data: { any: { thing: [] } } },
      { metadata: {}, data: { any: { thing: [] } }, revision: 0 },
    ],
  ])("reads and writes %s %j as Go does", (type, given, written) => {
    expect(decode(type, given)).toEqual({ object: written, removed: [], fault: undefined });
  });

  it.each<[string, JsonObject, string]>([
    [
      "apps/v1.Deployment",
      { spec: { replicas: "3" } },
      "string into Go struct field DeploymentSpec.spec.replicas of type int32",
    ],
    [
      "apps/v1.Deployment",
      { spec: { replicas: 1.5 } },
      "number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
    ],
    [
      "core/v1.Pod",
      { spec: { volumes: [{ name: "a", configMap: { name: 5 } }] } },
      "number into Go struct field ConfigMapVolumeSource.spec.volumes.VolumeSource.configMap.LocalObjectReference.name of type string",
    ],
    [
      "core/v1.Pod",
      { spec: { volumes: [{ name: 5 }] } },
      "number into Go struct field Volume.spec.volumes.name of type string",
    ],
    [
      "admissionregistration/v1.ValidatingAdmissionPolicy",
      { spec: { matchConstraints: { resourceRules: [{ apiGroups: "x" }] } } },
      "string into Go struct field NamedRuleWithOperations.spec.matchConstraints.resourceRules.RuleWithOperations.Rule.apiGroups of type []string",
    ],
    ["apps/v1.Deployment", { spec: [] }, "array into Go struct field Deployment.spec of type v1.DeploymentSpec"],
    [
      "core/v1.Pod",
      { spec: { containers: ["x"] } },
      "string into Go struct field PodSpec.spec.containers of type v1.Container",
    ],
    [
      "core/v1.Pod",
      { spec: { containers: {} } },
      "object into Go struct field PodSpec.spec.containers of type []v1.Container",
    ],
    [
      "core/v1.Pod",
      { spec: { containers: [{ ports: [{ protocol: 1 }] }] } },
      "number into Go struct field ContainerPort.spec.containers.ports.protocol of type v1.Protocol",
    ],
    [
      "core/v1.Pod",
      { metadata: { labels: { a: 1 } } },
      "number into Go struct field ObjectMeta.metadata.labels of type string",
    ],
    [
      "core/v1.Service",
      { spec: { ports: [{ targetPort: true }] } },
      "bool into Go struct field ServicePort.spec.ports.targetPort of type int32",
    ],
    ["core/v1.Secret", { data: { a: 1 } }, "number into Go struct field Secret.data of type []uint8"],
  ])("says of %s %j in Go's words that it cannot be read", (type, given, fault) => {
    expect(decode(type, given).fault).toBe(`json: cannot unmarshal ${fault}`);
  });

  it.each<[string, JsonObject, string]>([
    ["core/v1.Secret", { data: { a: "%%" } }, "illegal base64 data at input byte 0"],
    [
      "core/v1.ResourceRequirements",
      { limits: { cpu: "much" } },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])("passes on what %s %j says of itself", (type, given, fault) => {
    expect(decode(type, given).fault).toBe(fault);
  });

  it("names fields that no struct has where they stand, and drops them", () => {
    const pod = { spec: { containers: [{ name: "a", more: 1 }], __proto__x: {}, constructor: 1 }, else: true };
    const { object, removed } = decode("core/v1.Pod", pod);
    expect(removed).toEqual(["spec.containers[0].more", "spec.__proto__x", "spec.constructor", "else"]);
    expect(object.spec).toEqual({ containers: [{ name: "a", resources: {} }] });
  });

  it("never fails on what is stored", () => {
    const prune = compileNativePrune(typeLibrary.struct("core/v1.Pod"));
    const object: JsonObject = { spec: { containers: "none", nodeName: 7 } };
    expect(prune(object, { isStored: true })).toMatchObject({ mismatches: [], toleratedMismatches: 1 });
    expect(object.spec).toEqual({ containers: null });
  });

  it.each<[string, JsonObject, string]>([
    ["core/v1.Pod", { spec: { hostNetwork: 1 }, status: { startTime: "x" } }, 'cannot parse "x" as "2006"'],
    ["core/v1.Service", { spec: { type: 1, ports: [{ targetPort: {} }] } }, "ServicePort.spec.ports.targetPort"],
  ])("lets Go stop at a value that reads itself: %s %j", (type, object, fault) => {
    expect(decode(type, object).fault).toContain(fault);
  });

  it.each<[JsonValue, JsonValue]>([
    [[104, 105], "aGk="],
    [[null], "AA=="],
    ["aG\nk=", "aGk="],
    ["aGl=", "aGk="],
  ])("reads the bytes of %j as %j", (given, bytes) => {
    expect(decode("core/v1.Secret", { data: { a: given } })).toMatchObject({ object: { data: { a: bytes } } });
  });

  it.each<[JsonValue, string]>([
    [[300], "json: cannot unmarshal number 300 into Go struct field Secret.data of type uint8"],
    ["!!", "illegal base64 data at input byte 0"],
    ["aGk", "illegal base64 data at input byte 0"],
    ["aGkhaGk", "illegal base64 data at input byte 4"],
    ["aG=", "illegal base64 data at input byte 3"],
    ["aG=k", "illegal base64 data at input byte 2"],
    ["aGk=x", "illegal base64 data at input byte 4"],
    ["é", "illegal base64 data at input byte 0"],
  ])("complains of the bytes %j: %s", (given, fault) => {
    expect(decode("core/v1.Secret", { data: { a: given } }).fault).toBe(fault);
  });
});
