import { type JsonObject, quoteGo, statusInternalError } from "@kiln/api";
import type { Resource } from "@kiln/kinds";

/** Changes the object as decoding it would have done. `isStrict`: unknown fields of a built-in kind are errors. */
export function reshape(
  { schema, strategy, dialect }: Pick<Resource, "schema" | "strategy" | "dialect">,
  object: JsonObject,
  { isStrict = false }: { readonly isStrict?: boolean } = {},
): void {
  const isChecked = isStrict && dialect.decoding.knowsType;
  const { mismatches, removed } = schema.prune(object, { tracksRemoved: isChecked });
  const broken = mismatches.find((mismatch) => dialect.decoding.isDecodingFault(mismatch));
  if (broken !== undefined) {
    const { detail, path, expected, found } = broken;
    throw statusInternalError(detail ?? `${path}: must be of type ${expected}, found ${found}`);
  }
  if (isChecked && removed.length > 0) {
    const unknown = removed.map((path) => `unknown field ${quoteGo(path)}`);
    throw statusInternalError(`strict decoding error: ${unknown.join(", ")}`);
  }
  schema.setDefaults?.(object, { mayHaveNulls: true });
  strategy.setDefaults?.(object);
}
