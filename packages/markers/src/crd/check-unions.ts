import { isJsonObject, type JsonObject } from "@kiln/api";
import { checkUnionFit, checkUnionPlacement, parseJsonSchema } from "@kiln/schema";
import type { SourceFault, SourcePosition } from "../source-position.ts";

/** Errors for which the server would reject the unions of a generated version, at the position of its kind. */
export function checkUnions(version: JsonObject, position: SourcePosition): SourceFault[] {
  const { schema, subresources, name } = version;
  const json = isJsonObject(schema) && isJsonObject(schema.openAPIV3Schema) ? schema.openAPIV3Schema : {};
  const parsed = parseJsonSchema(json).schema;
  const misplaced = checkUnionPlacement(parsed);
  const hasStatus = isJsonObject(subresources) && subresources.status !== undefined;
  const found = misplaced.length > 0 ? misplaced : checkUnionFit(parsed, { hasStatus });
  return found.map(({ field, detail }) => ({
    position,
    severity: "error",
    message: `${String(name)}: ${field}: ${detail}`,
  }));
}
