import type { Kind } from "./check.ts";
import type { JsonSchema } from "./json-schema.ts";
import { isUsed, type Keyword } from "./keyword.ts";
import { keywords } from "./keywords/index.ts";
import { createShortcut, NO_SHORTCUT, type Shortcut } from "./shortcut.ts";

const SCALARS: readonly Kind[] = ["boolean", "integer", "number", "string"];

/** Keywords of scalars that no shortcut implements. */
const BEYOND: readonly Keyword[] = keywords.filter(
  ({ values, isInShortcut = false }) => !isInShortcut && values?.kinds.some((kind) => SCALARS.includes(kind)),
);

/**
 * Shortcut of a schema; accepts no value if the schema uses keywords that {@link createShortcut} does not implement.
 */
export function shortcutOf(schema: JsonSchema): Shortcut {
  for (let i = 0; i < BEYOND.length; i++) {
    if (isUsed(BEYOND[i] as Keyword, schema)) {
      return NO_SHORTCUT;
    }
  }
  return createShortcut(schema);
}
