import { type CheckSchemaOptions, checkSchema, parseJsonSchema } from "@kiln/schema";
import { compareSets, type RunCase, stringsOf, type VectorCase } from "./vector-file.ts";

const MARKS = /(^|\.)x-kubernetes-(key-)?mutability$/;

/** Only the rules about the two marks are judged; a path counts once, however many rules reject it. */
export const runMutabilityCrd: RunCase = (vector) => {
  const { schema } = parseJsonSchema(vector.get("schema") ?? {});
  const errors = checkSchema(schema, optionsOf(vector));
  const paths = [...new Set(errors.map((error) => error.field).filter((field) => MARKS.test(field)))];
  const isValid = vector.expect.valid === true;
  return [
    ...(isValid === (paths.length === 0) ? [] : [`valid: expected ${isValid}, got ${!isValid}`]),
    ...compareSets("paths", stringsOf(vector.expect.paths), paths),
  ];
};

function optionsOf(vector: VectorCase): CheckSchemaOptions {
  const crdVersion = vector.get("crdVersion") === "v1beta1" ? "v1beta1" : "v1";
  if (vector.get("operation") !== "update") {
    return { crdVersion };
  }
  return { crdVersion, oldSchemas: [parseJsonSchema(vector.get("oldSchema") ?? {}).schema] };
}
