import type { JsonObject } from "@kiln/api";
import { type FieldType, toFieldType } from "@kiln/apply";
import { parseJsonSchema } from "@kiln/schema";
import { DEFINITION_V1 } from "./convert-definition.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const count = { type: "integer" };
const texts = { type: "array", items: text, "x-kubernetes-list-type": "atomic" };

const names = struct({
  plural: text,
  singular: text,
  shortNames: texts,
  kind: text,
  listKind: text,
  categories: texts,
});

const service = struct({ namespace: text, name: text, path: text, port: count });

const clientConfig = struct({ url: text, service, caBundle: { type: "string", format: "byte" } });

const conversion = struct({
  strategy: text,
  webhook: struct({ clientConfig, conversionReviewVersions: texts }),
});

const conversionV1beta1 = struct({
  strategy: text,
  webhookClientConfig: clientConfig,
  conversionReviewVersions: texts,
});

// Schemas have a decoder of their own. All versions together are one field, so that nothing in them has an owner.
const validation = struct({ openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } });

const subresources = struct({
  status: { type: "object" },
  scale: struct({ specReplicasPath: text, statusReplicasPath: text, labelSelectorPath: text }),
});

const selectableFields = list(struct({ jsonPath: text }));

function columns(path: "jsonPath" | "JSONPath"): JsonObject {
  return list(struct({ name: text, type: text, format: text, description: text, priority: count, [path]: text }));
}

function version(path: "jsonPath" | "JSONPath"): JsonObject {
  return struct({
    name: text,
    served: flag,
    storage: flag,
    deprecated: flag,
    deprecationWarning: text,
    schema: validation,
    subresources,
    additionalPrinterColumns: columns(path),
    selectableFields,
  });
}

const condition = struct({
  type: text,
  status: text,
  lastTransitionTime: { type: "string", format: "date-time" },
  reason: text,
  message: text,
  observedGeneration: count,
});

function struct(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

function list(items: JsonObject): JsonObject {
  return { type: "array", items, "x-kubernetes-list-type": "atomic" };
}

const spec = struct({
  group: text,
  names,
  scope: text,
  versions: list(version("jsonPath")),
  conversion,
  preserveUnknownFields: flag,
});

const specV1beta1 = struct({
  group: text,
  version: text,
  names,
  scope: text,
  validation,
  subresources,
  versions: list(version("JSONPath")),
  additionalPrinterColumns: columns("JSONPath"),
  selectableFields,
  conversion: conversionV1beta1,
  preserveUnknownFields: flag,
});

const status = struct({
  conditions: {
    type: "array",
    items: condition,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["type"],
  },
  acceptedNames: names,
  storedVersions: texts,
  observedGeneration: count,
});

/** How the fields of definitions are owned. */
export function definitionFields(apiVersion: string): FieldType {
  const isV1 = apiVersion === DEFINITION_V1;
  return toFieldType(parseJsonSchema(struct({ spec: isV1 ? spec : specV1beta1, status })).schema);
}
