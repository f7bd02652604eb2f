import type { JsonSchema } from "@kiln/schema";
import type { Marks } from "./marks.ts";

/**
 * Copy of a schema with marks on the fields at paths such as `spec.containers[].image`. Only nodes on these paths are
 * copied, because the same types are unmarked elsewhere.
 */
export function markSchema(schema: JsonSchema, marks: Readonly<Record<string, Marks>>): JsonSchema {
  return Object.entries(marks).reduce(
    (marked, [path, mark]) => markAt(marked, path.replaceAll("[]", ".[]").split("."), mark),
    schema,
  );
}

function markAt(schema: JsonSchema, path: readonly string[], marks: Marks): JsonSchema {
  const [step, ...rest] = path;
  if (step === undefined) {
    return { ...schema, ...marks };
  }
  if (step === "[]") {
    return { ...schema, items: markAt(schema.items as JsonSchema, rest, marks) };
  }
  const property = schema.properties?.get(step);
  if (property === undefined) {
    throw new Error(`there is no field ${step} to mark`);
  }
  return { ...schema, properties: new Map([...(schema.properties ?? []), [step, markAt(property, rest, marks)]]) };
}
