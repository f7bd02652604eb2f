import { fieldPath, invalid, notSupported, statusInvalid } from "@kiln/api";

export type FieldValidation = "Ignore" | "Warn" | "Strict";

export interface WriteOptions {
  readonly isDryRun: boolean;
  readonly fieldValidation: FieldValidation;
  readonly fieldManager: string;
}

const FIELD_VALIDATIONS = ["Ignore", "Warn", "Strict"] as const;

/** `kind` is CreateOptions, UpdateOptions or PatchOptions: it stands in the error. */
export function parseWriteOptions(query: URLSearchParams, kind: string): WriteOptions {
  const dryRun = query.getAll("dryRun");
  const fieldValidation = query.get("fieldValidation") ?? "";
  const errors = [];
  if (dryRun.some((value) => value !== "All")) {
    errors.push(notSupported(fieldPath("dryRun"), dryRun, ["All"]));
  }
  const known = FIELD_VALIDATIONS.find((value) => value === fieldValidation);
  if (fieldValidation !== "" && known === undefined) {
    errors.push(notSupported(fieldPath("fieldValidation"), fieldValidation, ["", ...FIELD_VALIDATIONS]));
  }
  const fieldManager = query.get("fieldManager") ?? "";
  if (fieldManager.length > 128) {
    errors.push(invalid(fieldPath("fieldManager"), fieldManager, "may not be more than 128 bytes"));
  }
  if (errors.length > 0) {
    throw statusInvalid({ group: "meta.k8s.io", kind }, "", errors);
  }
  return { isDryRun: dryRun.length > 0, fieldValidation: known ?? "Warn", fieldManager };
}
