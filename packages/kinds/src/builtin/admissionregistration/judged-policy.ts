import {
  asText,
  type FieldError,
  type FieldPath,
  fieldPath,
  type JsonObject,
  type JsonValue,
  notSupported,
} from "@kiln/api";
import type { AdmissionExpressions, ExpressionUse } from "../../expressions/admission-expressions.ts";

export const SPEC: FieldPath = fieldPath("spec");

/** A policy that is being validated. */
export interface JudgedPolicy {
  readonly name: string;
  readonly spec: JsonObject;
  readonly expressions: AdmissionExpressions;
  /** Variables of its expressions; `variables` is among them once those are validated. */
  readonly use: ExpressionUse;
}

/** Validates an optional field with a fixed set of values. */
export function oneOf(value: JsonValue | undefined, path: FieldPath, known: readonly string[]): FieldError[] {
  return value === undefined || known.includes(asText(value)) ? [] : [notSupported(path, value, known)];
}
