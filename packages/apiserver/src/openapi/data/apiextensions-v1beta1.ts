import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { SchemaMap } from "../schema-map.ts";
import { apiextensionsV1 } from "./apiextensions-v1.ts";

const V1 = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";
const V1BETA1 = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.";

/** What v1beta1 says otherwise than v1; everything else differs in name only. */
const CHANGED: Readonly<Record<string, (type: Properties) => Properties>> = {
  CustomResourceColumnDefinition: ({ properties: { jsonPath, ...properties } }) => ({
    required: ["name", "type", "JSONPath"],
    properties: { JSONPath: jsonPath ?? {}, ...properties },
  }),
  CustomResourceConversion: ({ properties: { webhook: _, ...properties } }) => ({
    required: ["strategy"],
    properties: {
      conversionReviewVersions: {
        description: "The versions of ConversionReview that the webhook understands, the best first.",
        type: "array",
        items: { type: "string", default: "" },
      },
      ...properties,
      webhookClientConfig: refer("WebhookClientConfig", "How to reach the webhook, if the strategy is Webhook."),
    },
  }),
  CustomResourceDefinitionSpec: ({ properties }) => ({
    required: ["group", "names", "scope"],
    properties: {
      additionalPrinterColumns: list("CustomResourceColumnDefinition", "Columns of all versions."),
      ...properties,
      preserveUnknownFields: {
        description: "If true, which it is by default, fields that no schema names are kept.",
        type: "boolean",
      },
      selectableFields: list("SelectableField", "Fields of all versions that selectors may name."),
      subresources: refer("CustomResourceSubresources", "Subresources of all versions."),
      validation: refer("CustomResourceValidation", "The schema of all versions."),
      version: { description: "The name of the first version, or of the only one.", type: "string" },
    },
  }),
};

interface Properties {
  readonly required: JsonValue;
  readonly properties: JsonObject;
}

function refer(name: string, description: string): JsonObject {
  return { description, allOf: [{ $ref: `#/components/schemas/${V1BETA1}${name}` }] };
}

function list(name: string, description: string): JsonObject {
  const items = { default: {}, allOf: [{ $ref: `#/components/schemas/${V1BETA1}${name}` }] };
  return { description, type: "array", items };
}

/** Made of what v1 publishes, so that the two cannot drift apart. */
export const apiextensionsV1beta1: SchemaMap = Object.fromEntries(
  Object.entries(apiextensionsV1).map(([name, type]) => {
    const kind = name.slice(V1.length);
    const renamed = rename(type) as JsonObject;
    const change = CHANGED[kind];
    const { required = [], properties } = renamed;
    const changed = change?.({ required, properties: isJsonObject(properties) ? properties : {} });
    return [V1BETA1 + kind, { ...renamed, ...changed }];
  }),
);

function rename(value: JsonValue): JsonValue {
  if (typeof value === "string") {
    return value.replace(V1, V1BETA1);
  }
  if (Array.isArray(value)) {
    return value.map(rename);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const isKind = value.group === "apiextensions.k8s.io" && value.version === "v1";
  const entries = Object.entries(value).map(([key, each]) => [key, rename(each)] as const);
  return { ...Object.fromEntries(entries), ...(isKind ? { version: "v1beta1" } : {}) };
}
