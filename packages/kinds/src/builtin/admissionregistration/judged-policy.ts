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

/** A policy during validation. */
export interface JudgedPolicy {
  readonly name: string;
  readonly spec: JsonObject;
  readonly expressions: AdmissionExpressions;
  /** Declarations for its expressions: includes `variables` once those are validated. */
  readonly use: ExpressionUse;
}

/** An absent value is valid. */
export function oneOf(value: JsonValue | undefined, path: FieldPath, known: readonly string[]): FieldError[] {
  return value === undefined || known.includes(asText(value)) ? [] : [notSupported(path, value, known)];
}
