import type { JsonObject } from "@kiln/api";
import { type FieldType, toFieldType } from "@kiln/apply";
import { parseJsonSchema } from "@kiln/schema";

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

const conversion = struct({
  strategy: text,
  webhook: struct({
    clientConfig: struct({ url: text, service, caBundle: { type: "string", format: "byte" } }),
    conversionReviewVersions: texts,
  }),
});

const version = struct({
  name: text,
  served: flag,
  storage: flag,
  deprecated: flag,
  deprecationWarning: text,
  // Schemas are judged by their own reader. All versions together are one field, so that nothing in them has an owner.
  schema: struct({ openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } }),
  subresources: struct({
    status: { type: "object" },
    scale: struct({ specReplicasPath: text, statusReplicasPath: text, labelSelectorPath: text }),
  }),
  additionalPrinterColumns: list(
    struct({ name: text, type: text, format: text, description: text, priority: count, jsonPath: text }),
  ),
  selectableFields: list(struct({ jsonPath: text })),
});

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

/** How the fields of definitions are owned. */
export function definitionFields(): FieldType {
  const { schema } = parseJsonSchema(
    struct({
      spec: struct({
        group: text,
        names,
        scope: text,
        versions: list(version),
        conversion,
        preserveUnknownFields: flag,
      }),
      status: struct({
        conditions: {
          type: "array",
          items: condition,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["type"],
        },
        acceptedNames: names,
        storedVersions: texts,
        observedGeneration: count,
      }),
    }),
  );
  return toFieldType(schema);
}
