import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { itemsOf, type JsonSchema } from "@kiln/schema";
import { describeMarks } from "../definitions/describe-marks.ts";
import type { CrdKind } from "../definitions/read-kinds.ts";

/**
 * JSON Schema for editors: it has fields and types, forbids unknown fields where the server would prune them, and
 * describes immutability, unions and rules that only the server can check in the hover texts.
 */
export function toEditorSchema({ group, version, kind, schema }: CrdKind): JsonObject {
  const { properties, required, ...rest } = toNode(schema, { isResource: true });
  const own = {
    apiVersion: { type: "string", enum: [`${group}/${version}`] },
    kind: { type: "string", enum: [kind] },
    metadata: { type: "object" },
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: `${kind} ${group}/${version}`,
    ...rest,
    properties: { ...(properties as JsonObject | undefined), ...own },
    required: ["apiVersion", "kind", ...((required as string[] | undefined) ?? [])],
    "x-kubernetes-group-version-kind": [{ group, version, kind }],
  };
}

const PLAIN_KEYS = [
  "title",
  "default",
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "multipleOf",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "required",
  "format",
] as const;

function toNode(schema: JsonSchema, { isResource = false } = {}): JsonObject {
  const node: JsonObject = { ...describeType(schema), ...describeBounds(schema), ...describeText(schema) };
  for (const key of PLAIN_KEYS) {
    const value = schema[key];
    if (value !== undefined) {
      node[key] = value as JsonValue;
    }
  }
  const items = itemsOf(schema);
  if (items !== undefined) {
    node.items = toNode(items);
  }
  addProperties(node, schema, isResource || schema.embeddedResource === true);
  for (const key of ["allOf", "anyOf", "oneOf"] as const) {
    const branches = schema[key];
    // An int-or-string has a type of its own here, and needs no branches.
    if (branches !== undefined && schema.intOrString !== true) {
      node[key] = branches.map((branch) => toNode(branch));
    }
  }
  return schema.not === undefined ? node : { ...node, not: toNode(schema.not) };
}

/** Adds the properties of an object to the node. */
function addProperties(node: JsonObject, schema: JsonSchema, isResource: boolean): void {
  const { properties, additionalProperties, preserveUnknownFields } = schema;
  if (properties !== undefined) {
    const below: JsonObject = {};
    for (const [name, property] of properties) {
      setOwn(below, name, toNode(property));
    }
    node.properties = below;
    if (
      preserveUnknownFields !== true &&
      additionalProperties === undefined &&
      (schema.type === "object" || isResource)
    ) {
      node.additionalProperties = schema.embeddedResource === true;
    }
  }
  if (additionalProperties !== undefined) {
    node.additionalProperties =
      typeof additionalProperties === "boolean" ? additionalProperties : toNode(additionalProperties);
  }
}

function describeType({ type, nullable, intOrString }: JsonSchema): JsonObject {
  const types = intOrString === true ? ["integer", "string"] : type === undefined ? [] : [type];
  const all = nullable === true && types.length > 0 ? [...types, "null"] : types;
  return all.length === 0 ? {} : { type: all.length === 1 ? (all[0] as string) : all };
}

/**
 * Bounds of a number in words. In CRDs exclusiveMinimum and exclusiveMaximum are booleans, in newer JSON Schema they
 * are numbers.
 */
function describeBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): JsonObject {
  return {
    ...(minimum === undefined ? {} : { [exclusiveMinimum === true ? "exclusiveMinimum" : "minimum"]: minimum }),
    ...(maximum === undefined ? {} : { [exclusiveMaximum === true ? "exclusiveMaximum" : "maximum"]: maximum }),
  };
}

function describeText(schema: JsonSchema): JsonObject {
  const marks = describeMarks(schema);
  const { description = "" } = schema;
  if (marks.length === 0) {
    return description === "" ? {} : { description };
  }
  const lines = [...(description === "" ? [] : [description, ""]), ...marks.map((mark) => `- ${mark}`)];
  // markdownDescription is for editors that show Markdown.
  return { description: lines.join("\n"), markdownDescription: lines.map(emphasize).join("\n") };
}

function emphasize(line: string): string {
  return line.replace(/^- (Immutable|AddOnly|RemoveOnly|keys \w+|union|rule)(?=:)/, "- **$1**");
}
