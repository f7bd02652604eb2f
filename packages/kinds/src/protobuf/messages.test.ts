import type { JsonObject, JsonValue } from "@kiln/api";
import { createProtobufReader, takeBytes } from "@kiln/api/protobuf";
import { describe, expect, it } from "vitest";
import type { Message } from "./message.ts";
import { createMessages } from "./messages.ts";
import { decodeMessage } from "./read-message.ts";
import { createMessageWriter, writeMessage } from "./write-message.ts";

const messages = createMessages();
const find = (apiVersion: string, kind: string) => messages.find(apiVersion, kind) as Message;

function write(message: Message, value: JsonValue): string {
  const writer = createMessageWriter();
  writeMessage(writer, message, value);
  return Buffer.from(takeBytes(writer)).toString("hex");
}

function read(message: Message, hex: string): JsonValue {
  return decodeMessage(createProtobufReader(Buffer.from(hex.replaceAll(" ", ""), "hex")), message);
}

const META = "meta.k8s.io/v1";

/** Objects with the bytes that Kubernetes encodes them to. */
const KNOWN: readonly (readonly [what: string, type: readonly [string, string], value: JsonObject, hex: string])[] = [
  ["a text", ["v1", "LocalObjectReference"], { name: "a" }, "0a0161"],
  [
    "a negative number, which takes ten bytes",
    ["v1", "KeyToPath"],
    { key: "a", path: "b", mode: -1 },
    "0a016112016218ffffffffffffffffff01",
  ],
  ["a text that is not set", ["v1", "EmptyDirVolumeSource"], { sizeLimit: "1Gi" }, "0a0012050a03314769"],
  [
    "a message that stands inline, with a flag that is set to false",
    ["v1", "Volume"],
    { name: "v", configMap: { name: "c", optional: false } },
    "0a0176120a9a01070a030a01632000",
  ],
  [
    "a map of quantities, its keys sorted",
    ["v1", "ResourceRequirements"],
    { limits: { cpu: "500m", memory: "1Gi" } },
    "0a0d0a0363707512060a043530306d0a0f0a066d656d6f727912050a03314769",
  ],
  ["a percentage", ["policy/v1", "PodDisruptionBudgetSpec"], { minAvailable: "50%" }, "0a09080110001a03353025"],
  ["a number for it", ["policy/v1", "PodDisruptionBudgetSpec"], { minAvailable: 0 }, "0a06080010001a00"],
  [
    "a time with microseconds",
    ["coordination.k8s.io/v1", "LeaseSpec"],
    { leaseDurationSeconds: 15, acquireTime: "1970-01-12T13:46:40.000128Z" },
    "100f1a0808c0843d1080e807",
  ],
  [
    "a map of lists",
    ["authentication.k8s.io/v1", "UserInfo"],
    { username: "a", extra: { x: ["1", ""] } },
    "0a01611200220a0a017812050a01310a00",
  ],
  [
    "owned fields",
    [META, "ManagedFieldsEntry"],
    { manager: "m", time: "2026-01-02T03:04:05Z", fieldsV1: { "f:a": {} } },
    "0a016d12001a00220808a5ebdcca06100032003a0c0a0a7b22663a61223a7b7d7d4200",
  ],
  [
    "bytes",
    ["v1", "Secret"],
    { metadata: { name: "s" }, data: { a: "", b: "AAE=" }, type: "Opaque" },
    "0a110a017312001a0022002a0032003800420012050a0161120012070a0162120200011a064f7061717565",
  ],
  [
    "a schema",
    ["apiextensions.k8s.io/v1", "JSONSchemaProps"],
    { type: "array", default: [1], maximum: 1.5, items: { type: "string" }, additionalProperties: false },
    "0a00120022002a05617272617932003a0042050a035b315d49000000000000f83f500060007a00900100c201260a240a00120022002a0673" +
      "7472696e6732003a00500060007a00900100a80200b80200c00200f201020800a80200b80200c00200",
  ],
];

describe("messages", () => {
  it.each(KNOWN)("write and read %s", (_, [apiVersion, name], value, hex) => {
    const message = find(apiVersion, name);
    expect(write(message, value)).toBe(hex);
    expect(read(message, hex)).toEqual(value);
  });

  it("write a quantity in its canonical form", () => {
    expect(read(find("v1", "EmptyDirVolumeSource"), "12060a04302e3547")).toEqual({
      sizeLimit: "500M",
    });
    expect(write(find("v1", "EmptyDirVolumeSource"), { sizeLimit: 1024 })).toBe("0a0012060a0431303234");
  });

  it("find what belongs to no group under the core group's version, and options everywhere", () => {
    expect(messages.find("v1", "Status")).toBe(messages.find(META, "Status"));
    expect(messages.find("apps/v1", "DeleteOptions")).toBe(messages.find(META, "DeleteOptions"));
    expect(messages.find("apps/v1", "Status")).toBeUndefined();
    expect(messages.find("v1", "Widget")).toBeUndefined();
    expect(messages.find("example.com/v1", "ConfigMap")).toBeUndefined();
    expect(messages.find("v1", "toString")).toBeUndefined();
  });
});

describe("reading", () => {
  const reference = find("v1", "LocalObjectReference");
  const selector = find(META, "LabelSelector");
  const group = find("v1", "PodSecurityContext");
  const configMap = find("v1", "ConfigMap");
  const secret = find("v1", "Secret");
  const resources = find("v1", "ResourceRequirements");
  const user = find("authentication.k8s.io/v1", "UserInfo");
  const schema = find("apiextensions.k8s.io/v1", "JSONSchemaProps");

  it.each<[string, Message, string, JsonValue]>([
    [
      "skips unknown fields of every wire type",
      reference,
      "6801 6d00000000 690000000000000000 6a0161 0a0162",
      { name: "b" },
    ],
    ["passes over groups", reference, "6b 6b6801 6c 6c 0a0161", { name: "a" }],
    ["takes the last of several texts", reference, "0a0161 0a0162", { name: "b" }],
    [
      "puts a message together that comes in parts",
      configMap,
      "0a030a0161 0a031a016e",
      { metadata: { name: "a", namespace: "n" } },
    ],
    [
      "puts a message inline together that comes in parts, and keeps what a later part does not have",
      find("v1", "Volume"),
      "0a0176 1208 9a01050a030a0163 1205 9a01022001",
      { name: "v", configMap: { name: "c", optional: true } },
    ],
    ["replaces a text of an earlier part by an empty one", configMap, "0a030a0161 0a020a00", { metadata: {} }],
    [
      "puts a choice of several things together that comes in parts",
      schema,
      "f201020801 f2010612042a026162 f201061204 1a027878",
      { additionalProperties: { type: "ab", $ref: "xx" } },
    ],
    ["takes the last value of a key", selector, "0a060a016b120131 0a060a016b120132", { matchLabels: { k: "2" } }],
    ["reads an entry without a value as that of an empty text", selector, "0a030a016b", { matchLabels: { k: "" } }],
    ["reads an entry without a value as that of empty bytes", secret, "12030a016b", { metadata: {}, data: { k: "" } }],
    ["reads an entry without a value as that of no quantity", resources, "0a030a016b", { limits: { k: "0" } }],
    ["reads an entry without a value as that of an empty list", user, "22030a016b", { extra: { k: [] } }],
    ["reads an entry without a value as that of an empty message", schema, "ea01030a016b", { properties: { k: {} } }],
    ["reads an entry without key and value", selector, "0a00", { matchLabels: { "": "" } }],
    [
      "keeps a key that is called __proto__",
      selector,
      "0a0e0a095f5f70726f746f5f5f120131",
      JSON.parse('{"matchLabels":{"__proto__":"1"}}'),
    ],
    ["takes packed numbers", group, "22020102 2003", { supplementalGroups: [1, 2, 3] }],
    ["keeps numbers beyond 2^53", group, "10ffffffffffffffff7f", { runAsUser: 2n ** 63n - 1n }],
    [
      "cuts what is below a second",
      find(META, "Condition"),
      "2205 0801 10ff01",
      { type: "", status: "", lastTransitionTime: "1970-01-01T00:00:01Z", reason: "", message: "" },
    ],
  ])("%s", (_, message, hex, expected) => {
    expect(read(message, hex)).toEqual(expected);
  });

  it.each<[string, Message, string, string]>([
    ["a message that ends too early", reference, "0a05", "unexpected EOF"],
    ["a tag that ends too early", reference, "8a", "unexpected EOF"],
    ["a number without end", reference, "ffffffffffffffffffffff", "proto: integer overflow"],
    ["a negative length", reference, "0affffffffffffffffff01", "proto: negative length found during unmarshaling"],
    ["a length beyond everything", reference, "0affffffffffffffff7f", "unexpected EOF"],
    ["another wire type", reference, "0801", "proto: wrong wireType = 0 for field Name"],
    ["another wire type for metadata", configMap, "0801", "proto: wrong wireType = 0 for field ObjectMeta"],
    ["field 0", reference, "0000", "proto: LocalObjectReference: illegal tag 0 (wire type 0)"],
    ["an end of nothing", reference, "0c", "proto: LocalObjectReference: wiretype end group for non-group"],
    ["a wire type that is none", reference, "7f00", "proto: illegal wireType 7"],
    ["a group without end", reference, "6b", "unexpected EOF"],
    [
      "a quantity that is none",
      find("v1", "EmptyDirVolumeSource"),
      "12030a0178",
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["JSON that is none", find("apps/v1", "ControllerRevision"), "12030a017b", "unexpected end of JSON input"],
    [
      "a time beyond what text can say",
      find(META, "Condition"),
      "220a08ffffffffffffffff7f",
      "year outside of range [0,9999]",
    ],
    ["a number that JSON has no word for", schema, "49000000000000f07f", "json: unsupported value: +Inf"],
  ])("refuses %s", (_, message, hex, fault) => {
    expect(() => read(message, hex)).toThrow(fault);
  });

  it("counts each part of a message", () => {
    expect(read(configMap, "0a030a0161".repeat(1000))).toEqual({ metadata: { name: "a" } });
    expect(() => read(configMap, "0a00".repeat(200_000))).toThrow("more than 200000 messages in one object");
  });

  it("refuses more messages than any object has, by their number alone", () => {
    const spec = find("v1", "PodSpec");
    // A million empty messages in two megabytes. The last is invalid, but decoding stops before it.
    expect(() => read(spec, `${"1200".repeat(1_000_000)}0c`)).toThrow("more than 200000 messages in one object");
    expect(read(spec, "1200".repeat(1000))).toHaveProperty("containers.length", 1000);
  });

  it("refuses what is nested too deeply, whether in messages or in JSON inside them", () => {
    const nest = (depth: number) => {
      let value: JsonObject = {};
      for (let i = 1; i < depth; i++) {
        value = { not: value };
      }
      return write(schema, value);
    };
    expect(() => read(schema, nest(999))).not.toThrow();
    expect(() => read(schema, nest(1001))).toThrow("exceeded max depth");
    const json = (depth: number) => write(schema, { default: JSON.parse("[".repeat(depth) + "]".repeat(depth)) });
    expect(() => read(schema, json(900))).not.toThrow();
    expect(() => read(schema, json(1000))).toThrow("exceeded max depth");
  });
});
