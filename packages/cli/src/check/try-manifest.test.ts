import { asObject, type JsonObject, type JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { copyPlain } from "./copy-plain.ts";
import { findIndependent, isPortable, mergeSurveys, surveyManifests } from "./find-independent.ts";
import { openLocalServer } from "./local-server.ts";
import { createTrials } from "./try-manifest.ts";

const manifest = (object: JsonObject) => ({
  ...{ object, file: "-", line: 1, path: [], warnings: [] },
  ...{ lineAt: () => "", locate: () => [] },
});

const map = (metadata: JsonObject, others: JsonObject = {}): JsonObject => ({
  ...{ apiVersion: "v1", kind: "ConfigMap", metadata },
  ...others,
});

describe("createTrials()", () => {
  it.each<[string, string, boolean]>([
    ["configmaps", "ConfigMap", true],
    ["pods", "Pod", true],
    ["bindings", "Binding", false],
    ["limitranges", "LimitRange", false],
  ])("tries %s without storing them: %s %s", async (plural, kind, isTried) => {
    const server = await openLocalServer("kep");
    await server.send("POST", "/api/v1/namespaces", { metadata: { name: "default" } });
    await server.send("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
    const served = { group: "", version: "v1", path: "/api/v1", plural, isNamespaced: true };
    const trials = createTrials(server, { isStrict: false });
    const spec: JsonObject = kind === "Pod" ? { spec: { containers: [{ name: "a", image: "a" }] } } : {};
    const object = { apiVersion: "v1", kind, metadata: { name: "a" }, ...spec, extra: 1 };
    const tried = trials.run(manifest(object), served, "default");
    expect(tried && { warnings: tried.warnings }).toEqual(
      isTried ? { warnings: ['unknown field "extra"'] } : undefined,
    );
    expect(object.extra).toBe(1);
    expect((await server.send("GET", `/api/v1/namespaces/default/${plural}/a`)).status).toBe(404);
    await server.close();
  });
});

const service = (name: string, spec: JsonObject): JsonObject => ({
  ...{ apiVersion: "v1", kind: "Service", metadata: { name, namespace: "default" } },
  spec: { ports: [{ port: 80 }], ...spec },
});

describe("trials of Services", () => {
  const served = { group: "", version: "v1", path: "/api/v1", plural: "services", isNamespaced: true };

  it("assign addresses and node ports, which later Services cannot have", async () => {
    const server = await openLocalServer("kep");
    await server.send("POST", "/api/v1/namespaces", { metadata: { name: "default" } });
    const trials = createTrials(server, { isStrict: false });
    const run = (name: string, spec: JsonObject) => trials.run(manifest(service(name, spec)), served, "default");
    const first = run("a", { type: "NodePort", clusterIP: "10.0.0.9", ports: [{ port: 80, nodePort: 30_001 }] });
    expect(first?.stored().spec).toMatchObject({ clusterIPs: ["10.0.0.9"], ports: [{ nodePort: 30_001 }] });
    expect(run("b", { clusterIP: "10.0.0.9" })).toBeUndefined();
    expect(run("c", { type: "NodePort", ports: [{ port: 80, nodePort: 30_001 }] })).toBeUndefined();
    const path = "/api/v1/namespaces/default/services";
    const { body } = await server.send("POST", path, service("b", { clusterIP: "10.0.0.9" }));
    expect(body.message).toContain("provided IP is already allocated");
    const given = new Set<unknown>();
    for (let i = 0; i < 100; i++) {
      given.add(asObject(run(`n${i}`, {})?.stored().spec).clusterIP);
    }
    expect(given.size).toBe(100);
    expect((await server.send("GET", path)).body.items).toEqual([]);
    await server.close();
  });
});

describe("findIndependent()", () => {
  const quota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q", namespace: "counted" } };
  const policy = { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingAdmissionPolicy", metadata: {} };
  it.each<[string, JsonObject, readonly JsonObject[], boolean]>([
    ["an object of another name", map({ name: "a" }), [map({ name: "b" })], true],
    ["one of the same name elsewhere", map({ name: "a" }), [map({ name: "a", namespace: "b" })], true],
    ["one of the same name", map({ name: "a" }), [map({ name: "a", namespace: "default" })], false],
    ["one of another group", map({ name: "a" }, { apiVersion: "x.io/v1" }), [map({ name: "a" })], true],
    ["one of another version of its group", map({ name: "a" }, { apiVersion: "v2" }), [map({ name: "a" })], false],
    ["a quota of the namespace", map({ name: "a", namespace: "counted" }), [quota], false],
    ["a quota of another namespace", map({ name: "a" }), [quota], true],
    ["a policy", map({ name: "a" }), [policy], false],
    ["a Service beside an IPAddress", service("a", {}), [{ kind: "IPAddress", metadata: { name: "10.0.0.9" } }], false],
    ["a Service beside another", service("a", {}), [service("b", {})], true],
    ["a generated name", map({ generateName: "a" }), [], false],
    ["a uid", map({ name: "a", uid: "u" }), [], false],
  ])("%s", (_, object, others, expected) => {
    const all = [object, ...others].map(manifest);
    const surroundings = mergeSurveys(all.map((each) => surveyManifests([each], "default")));
    expect(findIndependent(surroundings, "default")(object)).toBe(expected);
    expect(findIndependent(mergeSurveys([surveyManifests(all, "default")]), "default")(object)).toBe(expected);
  });
});

describe("isPortable()", () => {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } };
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "a" } };
  it.each<[string, JsonObject, readonly JsonObject[], boolean]>([
    ["a ConfigMap", map({ name: "a" }), [], true],
    ["a Pod", pod, [], true],
    ["a Pod beside a ServiceAccount", pod, [account], false],
    ["a Service", service("a", {}), [], true],
    ["a headless Service", service("a", { clusterIP: "None" }), [], true],
    ["a Service with an address", service("a", { clusterIP: "10.0.0.9" }), [], false],
    ["a Service with node ports", service("a", { type: "NodePort" }), [], false],
  ])("%s", (_, object, others, expected) => {
    const surroundings = mergeSurveys([surveyManifests([object, ...others].map(manifest), "default")]);
    expect(isPortable(object, surroundings)).toBe(expected);
  });
});

describe("copyPlain()", () => {
  it.each<[string, JsonValue, boolean]>([
    ["plain values", [null, true, 1.5, -1, "ä😀", { a: [] }], true],
    ["negative zero", -0, false],
    ["an integer beyond doubles", 2 ** 53, false],
    ["a BigInt", 1n, false],
    ["infinity", Number.POSITIVE_INFINITY, false],
    ["half of a surrogate pair", "\ud800", false],
    ["the key __proto__", JSON.parse('{"__proto__": 1}'), false],
    ["a long text", "x".repeat(300_000), false],
  ])("copies %s", (_, value, expected) => {
    const object = { a: value };
    const copied = copyPlain(object);
    expect(copied).toEqual(expected ? object : undefined);
    expect(copied).not.toBe(object);
  });

  it("gives up on deep nesting", () => {
    let value: JsonValue = {};
    for (let i = 0; i < 300; i++) {
      value = { a: value };
    }
    expect(copyPlain({ value })).toBeUndefined();
  });
});
