import { asText, type FieldError, type FieldPath, type JsonValue, required } from "@kiln/api";
import { checkSupported } from "../../field-checks.ts";

export function checkPullPolicy(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return asText(value) === "" ? [required(path, "")] : checkSupported(value, path, ["Always", "IfNotPresent", "Never"]);
}
