import { decodeJson, deepEqual, encodeJson, type JsonObject, printJson } from "@kiln/api";
import { ProtobufError } from "@kiln/api/protobuf";
import type { ObjectType, Protobuf } from "@kiln/kinds";

/** Types to decode the input as, in addition to its own type: almost no mutation of that is valid. */
const TYPES: readonly ObjectType[] = [
  { apiVersion: "v1", kind: "Pod" },
  { apiVersion: "v1", kind: "ConfigMap" },
  { apiVersion: "v1", kind: "Status" },
  { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" },
  { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview" },
];

/** Error in the protobuf reader for an input; undefined if there is none. An unexpected exception is an error, too. */
export function checkProtobuf(protobuf: Protobuf): (input: Buffer) => string | undefined {
  return (input) => {
    const wrapped = envelop(input);
    for (const type of TYPES) {
      const fault = checkAs(protobuf, wrapped, type);
      if (fault !== undefined) {
        return fault;
      }
    }
    return checkAs(protobuf, input, TYPES[0] as ObjectType);
  };
}

function checkAs(protobuf: Protobuf, input: Uint8Array, type: ObjectType): string | undefined {
  const object = read(protobuf, input, type);
  const bytes = object && protobuf.encode(object);
  if (object === undefined || bytes === undefined) {
    return undefined;
  }
  const parsed = decodeJson(encodeJson(object), { maxBytes: Number.POSITIVE_INFINITY }).value;
  if (!deepEqual(parsed, object)) {
    return `${type.kind}: its JSON reads back as ${printJson(parsed)}`;
  }
  const again = protobuf.open(bytes, type).read();
  return deepEqual(again, object) ? undefined : `${printJson(object)} reads back as ${printJson(again)}`;
}

function read(protobuf: Protobuf, input: Uint8Array, type: ObjectType): JsonObject | undefined {
  try {
    return protobuf.open(input, type).read();
  } catch (error) {
    if (error instanceof ProtobufError) {
      return undefined;
    }
    throw error;
  }
}

/** Envelope of a message without its type. */
function envelop(input: Buffer): Buffer {
  const length: number[] = [];
  let rest = input.length;
  for (; rest >= 0x80; rest >>>= 7) {
    length.push((rest & 0x7f) | 0x80);
  }
  return Buffer.concat([Buffer.from("k8s\0\x12"), Buffer.of(...length, rest), input]);
}

const selector = { matchLabels: { a: "b", "": "" }, matchExpressions: [{ key: "a", operator: "In", values: ["1"] }] };
const fieldsV1 = { "f:metadata": { "f:labels": { ".": {} } } };
const metadata: JsonObject = {
  name: "a",
  generation: 2n ** 60n,
  creationTimestamp: "2026-01-02T03:04:05Z",
  labels: { é: "1", __proto__x: "2" },
  managedFields: [{ manager: "m", time: "0001-01-02T00:00:00Z", fieldsType: "FieldsV1", fieldsV1 }],
};
const schema: JsonObject = {
  type: "object",
  default: { a: [1, null] },
  maximum: -1.5,
  properties: { a: { items: [{ type: "string" }], additionalProperties: false, dependencies: { x: ["y"] } } },
  additionalProperties: { not: { anyOf: [{ enum: [1, "2"] }] } },
};
const port = { containerPort: 80, name: "http" };
const resources = { limits: { cpu: "500m", memory: "1Gi" }, requests: { cpu: "0" } };
const probe = { httpGet: { port: "http" }, periodSeconds: 3 };

const OBJECTS: readonly JsonObject[] = [
  { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "b" }, binaryData: { c: "AAEC" } },
  {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p" },
    spec: {
      containers: [{ name: "c", ports: [port], resources, livenessProbe: probe, env: [{ name: "E", value: "1" }] }],
      volumes: [{ name: "v", secret: { secretName: "s", items: [{ key: "k", path: "p", mode: -1 }] } }],
      affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: selector }] } },
      securityContext: { supplementalGroups: [1, -1, 2n ** 62n] },
    },
  },
  {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: { versions: [{ name: "v1", schema: { openAPIV3Schema: schema } }] },
  },
  { apiVersion: "v1", kind: "Status", details: { causes: [{ field: "a" }], retryAfterSeconds: 1 }, code: 422 },
  { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec: { extra: { a: ["b", ""] } } },
];

/** Messages, with and without the prefix of Kubernetes' protobuf. */
export function messageCorpus(protobuf: Protobuf): Buffer[] {
  return OBJECTS.flatMap((object) => {
    const whole = Buffer.from(protobuf.encode(object) ?? []);
    const field = Buffer.from(protobuf.encodeField(1, object));
    return [whole, field.subarray(field.indexOf(0x0a, 1))];
  });
}
