import type { JsonValue } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";
import type { Keyword, Mark } from "./keyword.ts";
import { keywords } from "./keywords/index.ts";

export type MarkKeyword = Keyword & { readonly mark: Mark };

/** Keywords that guarantee something about changes of stored objects. */
export const marks: readonly MarkKeyword[] = keywords.filter(
  (keyword): keyword is MarkKeyword => keyword.mark !== undefined,
);

/** Value of one mark, normalized for comparison; undefined in schemas without the mark. */
export function readMark({ name, mark }: MarkKeyword, schema: JsonSchema): JsonValue | undefined {
  const value = schema[name] as JsonValue | undefined;
  return value === undefined || mark.normalize === undefined ? value : mark.normalize(value);
}
