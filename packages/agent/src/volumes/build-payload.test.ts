import { decodeUtf8, type JsonObject, type KubeObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { buildPayload, type Found } from "./build-payload.ts";
import { configVolumesOf } from "./config-volume.ts";

const objects: Readonly<Record<string, JsonObject>> = {
  "ConfigMap/a": { data: { one: "1", both: "from a" }, binaryData: { blob: "AAH/" } },
  "ConfigMap/b": { data: { both: "from b" } },
  "Secret/s": { data: { key: Buffer.from("secret").toString("base64") } },
};

function findObject({ kind, name }: { kind: string; name: string }): Found {
  if (name === "forbidden") {
    return { error: `${kind} is forbidden`, isMissing: false };
  }
  const object = objects[`${kind}/${name}`];
  const missing = { error: `${kind.toLowerCase()} "${name}" not found`, isMissing: true };
  return object === undefined ? missing : { object: { apiVersion: "v1", kind, metadata: { name }, ...object } };
}

function build(volume: string, spec: JsonObject = {}, metadata: JsonObject = {}) {
  const pod: KubeObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "ns", uid: "u1", ...metadata },
    spec: {
      containers: [{ name: "main" }],
      ...spec,
      volumes: [{ name: "v", ...(parseYaml(volume).value as JsonObject) }],
    },
  };
  const [only] = configVolumesOf(pod);
  if (only === undefined) {
    return undefined;
  }
  const { payload, errors } = buildPayload(only, {
    pod,
    findObject,
    findToken: ({ audience, expirationSeconds }) =>
      audience === "stranger" ? { error: "no such audience" } : { text: `token ${audience} ${expirationSeconds}` },
    allocatable: { cpu: "3500m", memory: "8Gi" },
  });
  const files = [...payload].map(([path, { bytes, mode, uid }]) => {
    const owner = uid === undefined ? "" : ` of ${uid}`;
    return `${path} ${mode.toString(8)}${owner}: ${decodeUtf8(bytes)}`;
  });
  return errors.length > 0 ? errors : files;
}

describe("buildPayload() of an object", () => {
  it.each<[string, string, readonly string[]]>([
    ["every key", "{configMap: {name: b}}", ["both 644: from b"]],
    ["the default mode", "{configMap: {name: b, defaultMode: 0o440}}", ["both 440: from b"]],
    [
      "chosen keys, in folders, with modes",
      "{configMap: {name: a, defaultMode: 0o600, items: [{key: one, path: x/y/one}, {key: both, path: z, mode: 0o755}]}}",
      ["x/y/one 600: 1", "z 755: from a"],
    ],
    ["a secret", "{secret: {secretName: s}}", ["key 644: secret"]],
    ["an empty list of items as none", "{configMap: {name: b, items: []}}", ["both 644: from b"]],
    ["nothing of a missing optional object", "{configMap: {name: none, optional: true}}", []],
    ["a missing object", "{configMap: {name: none}}", ['configmap "none" not found']],
    ["a missing secret", "{secret: {secretName: none}}", ['secret "none" not found']],
    [
      "an object that cannot be read, even if it is optional",
      "{configMap: {name: forbidden, optional: true}}",
      ["ConfigMap is forbidden"],
    ],
    [
      "a missing key",
      "{configMap: {name: a, items: [{key: none, path: x}]}}",
      ["configmap references non-existent config key: none"],
    ],
    [
      "a missing key of a secret",
      "{secret: {secretName: s, items: [{key: none, path: x}]}}",
      ["references non-existent secret key: none"],
    ],
    [
      "the other keys of an optional object",
      "{configMap: {name: a, optional: true, items: [{key: none, path: x}, {key: one, path: other}]}}",
      ["other 644: 1"],
    ],
  ])("has %s", (_, volume, expected) => {
    expect(build(volume)).toEqual(expected);
  });

  it("keeps binary data as it is", () => {
    const pod: KubeObject = { apiVersion: "v1", kind: "Pod", metadata: { namespace: "ns" } };
    const volume = { name: "v", plugin: "configmap", defaultMode: 0o644 } as const;
    const ref = { kind: "ConfigMap", namespace: "ns", name: "a" } as const;
    const source = { type: "object", ref, isOptional: false, items: [{ key: "blob", path: "blob" }] } as const;
    const findToken = () => ({ error: "none" });
    const { payload } = buildPayload({ ...volume, sources: [source] }, { pod, findObject, findToken });
    expect([...(payload.get("blob")?.bytes ?? [])]).toEqual([0, 1, 255]);
  });

  it("leaves other volumes alone", () => {
    expect(build("{emptyDir: {}}")).toBeUndefined();
  });
});

describe("buildPayload() of a projected volume", () => {
  it("lets later sources win where paths are equal", () => {
    const sources = "{projected: {sources: [{configMap: {name: a, items: [{key: both, path: f}]}}, SECOND]}}";
    const second = "{configMap: {name: b, items: [{key: both, path: f}]}}";
    expect(build(sources.replace("SECOND", second))).toEqual(["f 644: from b"]);
  });

  it("tells the errors of all sources", () => {
    expect(
      build("{projected: {sources: [{configMap: {name: x}}, {secret: {name: s}}, {secret: {name: lost}}]}}"),
    ).toEqual(['configmap "x" not found', 'secret "lost" not found']);
  });

  it.each(["clusterTrustBundle", "podCertificate"])("says that it does not know a source of the kind %s", (kind) => {
    expect(build(`{projected: {sources: [{${kind}: {path: x}}]}}`)).toEqual([
      `a source of the kind ${kind} is not supported by this agent`,
    ]);
  });

  const token = "{projected: {defaultMode: 0o644, sources: [{serviceAccountToken: {path: token, audience: a}}]}}";
  it.each<[string, JsonObject, string]>([
    ["readable by all without a user", {}, "token 644: token a 3600"],
    ["to the group alone", { securityContext: { fsGroup: 7 } }, "token 600: token a 3600"],
    ["to the one user of all containers", { securityContext: { runAsUser: 5 } }, "token 600 of 5: token a 3600"],
    [
      "readable by all if containers differ",
      { securityContext: { runAsUser: 5 }, initContainers: [{ name: "i", securityContext: { runAsUser: 6 } }] },
      "token 644: token a 3600",
    ],
  ])("gives a token %s", (_, spec, expected) => {
    expect(build(token, spec)).toEqual([expected]);
  });

  it("says why there is no token", () => {
    const volume = "{projected: {sources: [{serviceAccountToken: {path: token, audience: stranger}}]}}";
    expect(build(volume)).toEqual(["no such audience"]);
  });
});

describe("buildPayload() of a downward volume", () => {
  const metadata = { labels: { b: 'say "hi"', a: "1" }, annotations: { "x.io/note": "two\nlines" } };
  it.each([
    ["metadata.name", "web"],
    ["metadata.namespace", "ns"],
    ["metadata.uid", "u1"],
    ["metadata.labels", 'a="1"\nb="say \\"hi\\""'],
    ["metadata.annotations", 'x.io/note="two\\nlines"'],
    ["metadata.labels['a']", "1"],
    ["metadata.labels['none']", ""],
    ["metadata.annotations['x.io/note']", "two\nlines"],
  ])("knows %s", (field, text) => {
    const volume = `{downwardAPI: {items: [{path: f, mode: 0o400, fieldRef: {fieldPath: "${field}"}}]}}`;
    expect(build(volume, {}, metadata)).toEqual([`f 400: ${text}`]);
  });

  it("refuses a field that it does not know", () => {
    const volume = "{downwardAPI: {items: [{path: f, fieldRef: {fieldPath: spec.nodeName}}]}}";
    expect(build(volume)).toEqual(["unsupported fieldPath: spec.nodeName"]);
  });

  const resources = { limits: { memory: "1Gi", "hugepages-2Mi": "4Mi" }, requests: { cpu: "250m" } };
  it.each([
    ["requests.cpu", "1m", "250"],
    ["requests.cpu", "0", "1"],
    ["requests.memory", "0", "0"],
    ["limits.memory", "1Mi", "1024"],
    ["limits.memory", "1k", "1073742"],
    ["limits.cpu", "1", "4"],
    ["limits.hugepages-2Mi", "1Mi", "4"],
    ["limits.ephemeral-storage", "0", "0"],
  ])("knows %s in units of %s", (resource, divisor, text) => {
    const ref = `{containerName: main, resource: ${resource}, divisor: "${divisor}"}`;
    const spec = { containers: [{ name: "main", resources }] };
    expect(build(`{downwardAPI: {items: [{path: f, resourceFieldRef: ${ref}}]}}`, spec)).toEqual([`f 644: ${text}`]);
  });

  it("refuses a resource and a container that it does not know", () => {
    const items = "{path: f, resourceFieldRef: {containerName: main, resource: limits.gpu}}, SECOND";
    const second = "{path: g, resourceFieldRef: {containerName: other, resource: limits.cpu}}";
    expect(build(`{downwardAPI: {items: [${items.replace("SECOND", second)}]}}`)).toEqual([
      "unsupported container resource : limits.gpu",
      "container other not found",
    ]);
  });
});
