import { itemsOf, type JsonSchema } from "@kiln/schema";
import { UsageError } from "../command.ts";
import { describeMarks } from "../definitions/describe-marks.ts";
import type { CrdKind } from "../definitions/read-kinds.ts";
import { didYouMean } from "../did-you-mean.ts";

/** Formats a kind or one of its fields as `kubectl explain` does, with its immutability and union keywords. */
export function explainField(kind: CrdKind, fields: readonly string[]): string {
  const { schema, isRequired } = findField(kind, fields);
  const below = structOf(schema);
  const head = [
    `KIND:     ${kind.kind}`,
    `VERSION:  ${kind.group === "" ? "" : `${kind.group}/`}${kind.version}`,
    ...(fields.length === 0
      ? []
      : [`FIELD:    ${fields.join(".")} <${typeOf(schema)}>${isRequired ? " -required-" : ""}`]),
  ];
  const marks = describeMarks(schema);
  return [
    `${head.join("\n")}\n`,
    ...(marks.length === 0 ? [] : [`\nMARKS:\n${marks.map((mark) => `  ${mark}\n`).join("")}`]),
    `\nDESCRIPTION:\n${indent(schema.description ?? "<empty>", 2)}\n`,
    ...(below.properties === undefined ? [] : [`\nFIELDS:\n${printFields(below)}`]),
  ].join("");
}

function findField(kind: CrdKind, fields: readonly string[]): { schema: JsonSchema; isRequired: boolean } {
  let schema = kind.schema;
  let isRequired = false;
  for (const [index, name] of fields.entries()) {
    const struct = structOf(schema);
    const property = struct.properties?.get(name);
    if (property === undefined) {
      const place = [kind.kind, ...fields.slice(0, index)].join(".");
      const known = [...(struct.properties?.keys() ?? [])].sort();
      const near = didYouMean(name, known);
      const hint = near !== "" ? near : known.length === 0 ? "; it has none" : `, but ${known.join(", ")}`;
      throw new UsageError(`${place} has no field "${name}"${hint}`);
    }
    isRequired = struct.required?.includes(name) === true;
    schema = property;
  }
  return { schema, isRequired };
}

/** Object schema of a field: items of lists and values of maps need no path segment, as in kubectl. */
function structOf(schema: JsonSchema): JsonSchema {
  const inner =
    itemsOf(schema) ?? (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);
  return inner === undefined || schema.properties !== undefined ? schema : structOf(inner);
}

function printFields({ properties = new Map(), required = [] }: JsonSchema): string {
  return [...properties]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]: [string, JsonSchema]) => {
      const need = required.includes(name) ? " -required-" : "";
      const marks = describeMarks(schema).map((mark) => `    [${mark}]\n`);
      const about = schema.description === undefined ? "" : `${indent(firstSentence(schema.description), 4)}\n`;
      return `  ${name}\t<${typeOf(schema)}>${need}\n${marks.join("")}${about}\n`;
    })
    .join("");
}

function firstSentence(text: string): string {
  return /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0].replaceAll("\n", " ") ?? text.replaceAll("\n", " ");
}

/** Type name in kubectl's form. */
function typeOf(schema: JsonSchema): string {
  const items = itemsOf(schema);
  if (items !== undefined) {
    return `[]${typeOf(items)}`;
  }
  if (typeof schema.additionalProperties === "object") {
    return `map[string]${typeOf(schema.additionalProperties)}`;
  }
  const plain = schema.intOrString === true ? "IntOrString" : (schema.type ?? "any");
  return plain === "object" ? "Object" : plain;
}

function indent(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(width));
}
