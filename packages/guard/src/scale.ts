import type { JsonSchema, Mutability } from "@kiln/schema";
import { asMark } from "./expressions/mark-rules.ts";

/** Immutability mark that applies to a field: the outermost one on its path. Undefined if the field may change. */
export function markAt(schema: JsonSchema, path: readonly string[]): Mutability | undefined {
  let node: JsonSchema | undefined = schema;
  for (const name of path) {
    node = node?.properties?.get(name);
    const mark = asMark(node?.mutability);
    if (mark !== undefined) {
      return mark;
    }
  }
  return undefined;
}
