import { printJson } from "@kiln/api";
import { type JsonSchema, parseUnions } from "@kiln/schema";

/** Constraints of a schema beyond its type, such as immutability and unions, one phrase each. */
export function describeMarks(schema: JsonSchema): string[] {
  return [
    ...describeMutability(schema),
    ...describeMembership(schema),
    ...describeMerging(schema),
    ...describeValue(schema),
    ...(schema.validations ?? []).map(({ rule, message }) => `rule: ${message ?? rule}`),
  ];
}

const CHANGES: Readonly<Record<string, string>> = {
  Immutable: "may not change",
  AddOnly: "may be set once, and not change or be removed after that",
  RemoveOnly: "may be removed, and not change otherwise",
};

function describeMutability({ mutability, keyMutability }: JsonSchema): string[] {
  return [
    ...(typeof mutability === "string" ? [`${mutability}: ${CHANGES[mutability] ?? "see the CRD"}`] : []),
    ...(typeof keyMutability === "string"
      ? [`keys ${keyMutability}: keys ${CHANGES[keyMutability] ?? "see the CRD"}`]
      : []),
  ];
}

function describeMembership({ unions }: JsonSchema): string[] {
  return parseUnions(unions ?? null).map(({ discriminator, members }) => {
    const named = [...members].map(([field, value]) => (field === value ? field : `${field} (${value})`)).join(", ");
    return `union: at most one of ${named}${discriminator === undefined ? "" : `; ${discriminator} says which`}`;
  });
}

function describeMerging({ listType, listMapKeys = [], mapType, preserveUnknownFields }: JsonSchema): string[] {
  return [
    ...(listType === undefined
      ? []
      : [`list type ${listType}${listMapKeys.length > 0 ? ` by ${listMapKeys.join(", ")}` : ""}`]),
    ...(mapType === undefined ? [] : [`map type ${mapType}`]),
    ...(preserveUnknownFields === true ? ["keeps unknown fields"] : []),
  ];
}

const BOUNDS = [
  ["minimum", "at least"],
  ["maximum", "at most"],
  ["minLength", "characters, at least"],
  ["maxLength", "characters, at most"],
  ["minItems", "items, at least"],
  ["maxItems", "items, at most"],
] as const;

function describeValue(schema: JsonSchema): string[] {
  const { default: preset, enum: choices, pattern, format } = schema;
  return [
    ...(preset === undefined ? [] : [`default ${printJson(preset)}`]),
    ...(choices === undefined ? [] : [`one of ${choices.map((choice) => printJson(choice)).join(", ")}`]),
    ...BOUNDS.filter(([key]) => schema[key] !== undefined).map(([key, words]) => `${words} ${schema[key]}`),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(format === undefined ? [] : [`format ${format}`]),
  ];
}
