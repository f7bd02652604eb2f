import type { JsonObject, JsonValue } from "@kiln/api";
import { type FieldType, type KindFields, toFieldType } from "@kiln/apply";
import { parseJsonSchema } from "@kiln/schema";

const text = { type: "string" };
const count = { type: "integer" };

function keyed(keys: readonly string[], properties: JsonObject): JsonObject {
  const items = { type: "object", properties };
  return { type: "array", items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [...keys] };
}

const quantities = { type: "object", additionalProperties: { "x-kubernetes-int-or-string": true } };

const container: JsonObject = {
  name: text,
  image: text,
  command: { type: "array", items: text },
  env: keyed(["name"], { name: text, value: text }),
  ports: keyed(["containerPort", "protocol"], {
    containerPort: count,
    protocol: { type: "string", default: "TCP" },
    name: text,
  }),
  resources: { type: "object", properties: { limits: quantities, requests: quantities } },
  volumeMounts: keyed(["mountPath"], { name: text, mountPath: text, readOnly: { type: "boolean" } }),
};

const schema: JsonValue = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        nodeSelector: { type: "object", additionalProperties: text, "x-kubernetes-map-type": "atomic" },
        containers: keyed(["name"], container),
        volumes: keyed(["name"], { name: text, configMap: { type: "object", properties: { name: text } } }),
        items: keyed(["id"], { id: count, value: text }),
      },
    },
  },
};

const type: FieldType = toFieldType(parseJsonSchema(schema).schema);

export const kind: KindFields = { typeOf: () => type };
export const nothing: JsonObject = { apiVersion: "v1", kind: "Pod" };

/** A Pod of about 4 KiB: three containers with typical fields. */
export function podOf(image: string): JsonObject {
  const containers = [1, 2, 3].map((n) => ({
    name: `c${n}`,
    image,
    command: ["/bin/serve", "--port", "80"],
    env: Array.from({ length: 10 }, (_, i) => ({ name: `VARIABLE_${i}`, value: `value ${i}` })),
    ports: [
      { containerPort: 80, name: "http" },
      { containerPort: 443, name: "https" },
    ],
    resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "100m", memory: "256Mi" } },
    volumeMounts: [
      { name: "config", mountPath: "/etc/config", readOnly: true },
      { name: "data", mountPath: "/data" },
    ],
  }));
  const volumes = ["config", "data"].map((name) => ({ name, configMap: { name } }));
  const metadata = { name: "pod", labels: { app: "web", tier: "front" }, annotations: { note: "n" } };
  return { ...nothing, metadata, spec: { nodeSelector: { disk: "ssd" }, containers, volumes } };
}

export function itemsOf(length: number, value: string): JsonObject {
  const items = Array.from({ length }, (_, id) => ({ id, value }));
  return { ...nothing, metadata: { name: "pod" }, spec: { items } };
}
