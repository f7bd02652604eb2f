import { statusBadRequest } from "@kiln/api";
import type { Context } from "../context.ts";
import type { WriteOptions } from "./options.ts";

/** Fields given twice: silence, a warning each, or a refusal, as field validation says. Changes the warnings. */
export function reportDuplicates(context: Context, options: WriteOptions, duplicates: readonly string[]): void {
  if (options.fieldValidation === "Warn") {
    context.warnings.push(...duplicates);
  }
  if (options.fieldValidation === "Strict" && duplicates.length > 0) {
    throw statusBadRequest(`strict decoding error: ${duplicates.join(", ")}`);
  }
}
