import { type JsonObject, statusInternalError } from "@kiln/api";
import type { Resource } from "../../resources/resource.ts";

/** Changes the object as decoding it would have. */
export function reshape({ schema, strategy, isCustom }: Resource, object: JsonObject): void {
  const { mismatches } = schema.prune(object, {});
  const broken = mismatches.find(({ detail }) => !isCustom || detail !== undefined);
  if (broken !== undefined) {
    const { detail, path, expected, found } = broken;
    throw statusInternalError(detail ?? `${path}: must be of type ${expected}, found ${found}`);
  }
  schema.setDefaults?.(object, { mayHaveNulls: true });
  strategy.setDefaults?.(object);
}
