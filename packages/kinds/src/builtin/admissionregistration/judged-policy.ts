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

/** A policy, being judged. */
export interface JudgedPolicy {
  readonly name: string;
  readonly spec: JsonObject;
  readonly expressions: AdmissionExpressions;
  /** What its expressions may use: `variables` once those have been judged. */
  readonly use: ExpressionUse;
}

/** Absent is as good as one of the list. */
export function oneOf(value: JsonValue | undefined, path: FieldPath, known: readonly string[]): FieldError[] {
  return value === undefined || known.includes(asText(value)) ? [] : [notSupported(path, value, known)];
}
