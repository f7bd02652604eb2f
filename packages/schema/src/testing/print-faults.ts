import { type JsonValue, printFieldError } from "@kiln/api";
import { parseJsonSchema } from "../parse-schema.ts";
import { type CompiledValidate, compileValidate, type ValidateOptions } from "../validate.ts";

/** Compiles the validation of a schema in the JSON form of a CRD. */
export function validatorOf(schema: JsonValue, options?: ValidateOptions): CompiledValidate {
  return compileValidate(parseJsonSchema(schema).schema, options);
}

/** Error messages of a value at `spec.x`. */
export function printFaults(schema: JsonValue, value: JsonValue): string[] {
  const root = { type: "object", properties: { spec: { type: "object", properties: { x: schema } } } };
  return validatorOf(root)
    .validate({ spec: { x: value } })
    .map(printFieldError);
}
