import type { FieldError, JsonValue } from "@kiln/api";
import { parseJsonSchema, printJsonSchema } from "@kiln/schema";
import { type GoPlace, type GoType, refuseGoValue } from "./go-type.ts";
import { goBool, goBytes, goInt32, goInt64, goList, goString, goStruct, goText, goTime } from "./go-types.ts";
import type { SchemaReader } from "./schema-reader.ts";

function openApiSchema(schemas: SchemaReader): GoType {
  return {
    name: "v1.JSONSchemaProps",
    zero: {},
    decode: (value, place) => {
      const { schema, errors, unknown } = parseJsonSchema(value, place.path);
      place.findings.unknown.push(...unknown);
      for (const error of errors) {
        refuseSchemaKey(error, place);
      }
      const printed = printJsonSchema(schema);
      schemas.remember(printed, schema);
      return printed;
    },
  };
}

/** The Go types of schema keys; what is not here is a schema or a number of them. */
const SCHEMA_KEY_TYPES: ReadonlyMap<string, string> = new Map([
  ["integer", "int64"],
  ["number", "float64"],
  ["boolean", "bool"],
  ["string", "string"],
  ["array", "[]v1.JSONSchemaProps"],
  ["object", "v1.JSONSchemaProps"],
]);

const MAP_KEY = /\.(properties|patternProperties|definitions|dependencies)\.[^.[]+/g;

/** Changes the findings. Go names the struct fields on the way and leaves out indexes and the keys of maps. */
function refuseSchemaKey(error: FieldError, place: GoPlace): void {
  const inside = error.field
    .slice(place.path.toString().length)
    .replace(MAP_KEY, ".$1")
    .replace(/\[\d+\]/g, "");
  const expected = error.detail.replace("must be of type ", "");
  const type = SCHEMA_KEY_TYPES.get(expected);
  if (type === undefined) {
    place.findings.mistyped.push(`json: ${error.detail}`);
    return;
  }
  const struct = inside === "" ? "CustomResourceValidation" : "JSONSchemaProps";
  refuseGoValue({ ...place, struct, field: place.field + inside }, String(describe(error.value)), type);
}

function describe(value: JsonValue | undefined): JsonValue {
  return value === "boolean" ? "bool" : value === "integer" ? "number" : (value ?? "null");
}

const names = goStruct("CustomResourceDefinitionNames", {
  plural: { type: goString, empty: "keep" },
  singular: { type: goString, empty: "omit" },
  shortNames: { type: goList(goString), empty: "omit" },
  kind: { type: goString, empty: "keep" },
  listKind: { type: goString, empty: "omit" },
  categories: { type: goList(goString), empty: "omit" },
});

const subresources = goStruct("CustomResourceSubresources", {
  status: { type: goStruct("CustomResourceSubresourceStatus", {}), empty: "optional" },
  scale: {
    type: goStruct("CustomResourceSubresourceScale", {
      specReplicasPath: { type: goString, empty: "keep" },
      statusReplicasPath: { type: goString, empty: "keep" },
      labelSelectorPath: { type: goString, empty: "optional" },
    }),
    empty: "optional",
  },
});

const column = goStruct("CustomResourceColumnDefinition", {
  name: { type: goString, empty: "keep" },
  type: { type: goString, empty: "keep" },
  format: { type: goString, empty: "omit" },
  description: { type: goString, empty: "omit" },
  priority: { type: goInt32, empty: "omit" },
  jsonPath: { type: goString, empty: "keep" },
});

function versionType(schemas: SchemaReader): GoType {
  return goStruct("CustomResourceDefinitionVersion", {
    name: { type: goString, empty: "keep" },
    served: { type: goBool, empty: "keep" },
    storage: { type: goBool, empty: "keep" },
    deprecated: { type: goBool, empty: "omit" },
    deprecationWarning: { type: goString, empty: "optional" },
    schema: {
      type: goStruct("CustomResourceValidation", {
        openAPIV3Schema: { type: openApiSchema(schemas), empty: "optional" },
      }),
      empty: "optional",
    },
    subresources: { type: subresources, empty: "optional" },
    additionalPrinterColumns: { type: goList(column), empty: "omit" },
    selectableFields: {
      type: goList(goStruct("SelectableField", { jsonPath: { type: goString, empty: "keep" } })),
      empty: "omit",
    },
  });
}

const clientConfig = goStruct("WebhookClientConfig", {
  url: { type: goString, empty: "optional" },
  service: {
    type: goStruct("ServiceReference", {
      namespace: { type: goString, empty: "keep" },
      name: { type: goString, empty: "keep" },
      path: { type: goString, empty: "optional" },
      port: { type: goInt32, empty: "optional" },
    }),
    empty: "optional",
  },
  caBundle: { type: goBytes, empty: "omit" },
});

const conversion = goStruct("CustomResourceConversion", {
  strategy: { type: goText("v1.ConversionStrategyType"), empty: "keep" },
  webhook: {
    type: goStruct("WebhookConversion", {
      clientConfig: { type: clientConfig, empty: "optional" },
      conversionReviewVersions: { type: goList(goString), empty: "keep" },
    }),
    empty: "optional",
  },
});

/** What is read of schemas while decoding, `schemas` knows from then on. */
export function definitionSpecType(schemas: SchemaReader): GoType {
  return goStruct("CustomResourceDefinitionSpec", {
    group: { type: goString, empty: "keep" },
    names: { type: names, empty: "keep" },
    scope: { type: goText("v1.ResourceScope"), empty: "keep" },
    versions: { type: goList(versionType(schemas)), empty: "keep" },
    conversion: { type: conversion, empty: "optional" },
    preserveUnknownFields: { type: goBool, empty: "omit" },
  });
}

const condition = goStruct("CustomResourceDefinitionCondition", {
  type: { type: goText("v1.CustomResourceDefinitionConditionType"), empty: "keep" },
  status: { type: goText("v1.ConditionStatus"), empty: "keep" },
  lastTransitionTime: { type: goTime, empty: "keep" },
  reason: { type: goString, empty: "omit" },
  message: { type: goString, empty: "omit" },
  observedGeneration: { type: goInt64, empty: "omit" },
});

export const definitionStatusType: GoType = goStruct("CustomResourceDefinitionStatus", {
  conditions: { type: goList(condition), empty: "keep" },
  acceptedNames: { type: names, empty: "keep" },
  storedVersions: { type: goList(goString), empty: "keep" },
  observedGeneration: { type: goInt64, empty: "omit" },
});
