import { deepCopy, isJsonObject, type JsonObject, type JsonValue, parseJson } from "@kiln/api";
import { compileSchema, parseJsonSchema } from "@kiln/schema";
import { compareSets, type RunCase, stringsOf, type VectorCase } from "./vector-file.ts";

/** Both objects go through what happens to them on their way to and from storage; then the check must agree. */
export const runMutability: RunCase = (vector) => {
  const schema = parseJsonSchema(vector.get("schema") ?? {}).schema;
  const compiled = compileSchema(schema, { semantics: "kep", isResourceRoot: true });
  const old = compiled.roundtrip(readObject(vector, "old"));
  const now = compiled.roundtrip(readObject(vector, "new"));
  const paths = (compiled.mutability?.(old, now) ?? []).map((error) => error.field);
  const isAllowed = vector.expect.allowed === true;
  return [
    ...(isAllowed === (paths.length === 0) ? [] : [`allowed: expected ${isAllowed}, got ${!isAllowed}`]),
    ...compareSets("paths", stringsOf(vector.expect.paths), paths),
  ];
};

/** The text beside a value, if there is one, has the spelling of its numbers. */
function readObject(vector: VectorCase, side: "old" | "new"): JsonObject {
  const raw = vector.get(`${side}Raw`);
  const value: JsonValue | undefined = typeof raw === "string" ? parseJson(raw).value : vector.get(side);
  return isJsonObject(value) ? deepCopy(value) : {};
}
