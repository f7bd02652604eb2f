import { type JsonObject, setOwn } from "@kiln/api";
import type { FeatureGates } from "@kiln/kinds";
import { checkStructural, conversionFault, type JsonSchema, printJsonSchema } from "@kiln/schema";
import { type CommonField, describeCommonField } from "./describe.ts";
import { describeMarks } from "./describe-marks.ts";
import { mapStructure } from "./map-structure.ts";
import { DEFINITIONS } from "./print-paths-v2.ts";
import { SCHEMAS } from "./print-paths-v3.ts";
import type { PublishedResource } from "./published-resource.ts";
import { kindName, LIST_META, listKindName, OBJECT_META } from "./schema-names.ts";
import { simplifySchema } from "./simplify-schema.ts";

export type OpenApiVersion = "v2" | "v3";

/** Published schemas of a custom resource and of its list, by name. */
export function publishCustomKind(
  resource: PublishedResource,
  version: OpenApiVersion,
  features: FeatureGates,
): readonly (readonly [string, JsonObject])[] {
  return [
    [kindName(resource), withMarks(publishKind(resource, version, features), resource, resource.names.kind)],
    [listKindName(resource), withMarks(publishList(resource, version), resource, resource.names.listKind)],
  ];
}

function withMarks(schema: JsonObject, { group, version, selectable }: PublishedResource, kind: string): JsonObject {
  const fields = selectable.fields.map((path) => ({ fieldPath: path.replace(/^\./, "") }));
  return {
    ...schema,
    "x-kubernetes-group-version-kind": [{ group, version, kind }],
    ...(fields.length === 0 ? {} : { "x-kubernetes-selectable-fields": fields }),
  };
}

function publishKind({ serving }: PublishedResource, version: OpenApiVersion, features: FeatureGates): JsonObject {
  const { published } = serving;
  const schema = published?.readSchema();
  if (schema === undefined || conversionFault(schema) !== undefined || checkStructural(schema).length > 0) {
    return { type: "object" };
  }
  const keepsUnknown = schema.preserveUnknownFields === true || published?.preserveUnknownFields === true;
  if (version === "v2" && keepsUnknown) {
    // Kubernetes: with any property here, kubectl would reject all others (openapi/builder/builder.go buildKubeNative,
    // v1.36).
    return { type: "object" };
  }
  const change = version === "v2" ? simplifySchema : unfold;
  const whole = mapStructure(schema, (node) => change(describeMarks(node, features)));
  const properties = new Map([...(whole.properties ?? []), ...objectProperties(version)]);
  return printJsonSchema(mapStructure({ ...whole, properties }, (node) => embed(node, version)));
}

/** Fields of every object: apiVersion, kind and metadata. */
function objectProperties(version: OpenApiVersion): [string, JsonSchema][] {
  return [...typeProperties(), ["metadata", reference(OBJECT_META, version, describeCommonField("metadata"))]];
}

function typeProperties(): [string, JsonSchema][] {
  const text = (name: CommonField): [string, JsonSchema] => [
    name,
    { type: "string", description: describeCommonField(name) },
  ];
  return [text("apiVersion"), text("kind")];
}

/** A reference with a description; OpenAPI v3 allows no keyword beside a reference, so allOf wraps it. */
function reference(name: string, version: OpenApiVersion, description: string): JsonSchema {
  return version === "v2"
    ? { ref: DEFINITIONS + name, description }
    : { description, allOf: [{ ref: SCHEMAS + name }] };
}

const INT_OR_STRING: readonly JsonSchema[] = [{ type: "integer" }, { type: "string" }];

/** Adds `anyOf` integer or string to an int-or-string schema that lacks it. */
function unfold(node: JsonSchema): JsonSchema {
  const { anyOf, allOf = [] } = node;
  if (node.intOrString !== true || isIntOrString(anyOf) || isIntOrString(allOf[0]?.anyOf)) {
    return node;
  }
  return anyOf === undefined
    ? { ...node, anyOf: INT_OR_STRING }
    : { ...node, allOf: [{ anyOf: INT_OR_STRING }, ...allOf] };
}

function isIntOrString(anyOf: readonly JsonSchema[] | undefined): boolean {
  return anyOf?.length === 2 && anyOf.every((schema, i) => schema.type === INT_OR_STRING[i]?.type);
}

/** Adds apiVersion, kind and metadata to the schema of an embedded resource. */
function embed(node: JsonSchema, version: OpenApiVersion): JsonSchema {
  if (node.embeddedResource !== true || (version === "v2" && node.preserveUnknownFields === true)) {
    return node;
  }
  const { required = [], properties = new Map() } = node;
  return {
    ...node,
    required: [...required, ...["kind", "apiVersion"].filter((name) => !required.includes(name))],
    properties: new Map([...properties, ...objectProperties(version)]),
  };
}

function publishList(resource: PublishedResource, version: OpenApiVersion): JsonObject {
  const { kind, listKind } = resource.names;
  const items = { $ref: (version === "v2" ? DEFINITIONS : SCHEMAS) + kindName(resource) };
  const properties: JsonObject = {};
  for (const [name, schema] of typeProperties()) {
    setOwn(properties, name, printJsonSchema(schema));
  }
  properties.metadata = printJsonSchema(
    reference(
      LIST_META,
      version,
      "Standard list metadata: the resourceVersion of the list and the token for the next page.",
    ),
  );
  properties.items = { description: "Objects of this list.", type: "array", items };
  return { description: `${listKind} is a list of ${kind}.`, type: "object", required: ["items"], properties };
}
