import { escapeName, itemsOf, type JsonSchema } from "@kiln/schema";

/**
 * Changes that `self == oldSelf` in a schema rule misses, as far as the schema shows; undefined if it misses none.
 * Rules access values through their declared types; a policy gets plain JSON.
 */
export function equalityGap(schema: JsonSchema): string | undefined {
  return hiddenValue(schema) ?? ownGap(schema) ?? gapBelow(schema);
}

function ownGap(schema: JsonSchema): string | undefined {
  if (schema.nullable === true) {
    return "rules do not tell null from absent";
  }
  if (schema.preserveUnknownFields === true || schema.additionalProperties === true) {
    return "rules do not see unknown fields";
  }
  if (schema.embeddedResource === true) {
    return "of embedded metadata rules only see the name";
  }
  if (schema.listType === "set" || schema.listType === "map") {
    return `for rules the order of a list of type ${schema.listType} does not count`;
  }
  return schema.type === "string" && READ_FORMATS.has(schema.format ?? "")
    ? `rules do not tell two spellings of one ${schema.format} apart`
    : undefined;
}

const READ_FORMATS: ReadonlySet<string> = new Set(["byte", "date", "date-time", "duration"]);

function gapBelow(schema: JsonSchema): string | undefined {
  for (const [name, property] of schema.properties ?? []) {
    const gap = hiddenField(name) ?? equalityGap(property);
    if (gap !== undefined) {
      return gap;
    }
  }
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const element = itemsOf(schema) ?? values;
  return element === undefined ? undefined : equalityGap(element);
}

/** Reason why rules cannot name a field; undefined if they can. */
export function hiddenField(name: string): string | undefined {
  return escapeName(name) === undefined ? `rules cannot name the field ${JSON.stringify(name)}` : undefined;
}

/** Reason why rules cannot access a value; undefined if they can. */
export function hiddenValue(schema: JsonSchema): string | undefined {
  return schema.type === undefined && schema.intOrString !== true
    ? "rules do not see values without a type"
    : undefined;
}
