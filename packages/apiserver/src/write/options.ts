import {
  appendAll,
  type FieldError,
  fieldPath,
  forbidden,
  notSupported,
  required,
  statusInvalid,
  validateFieldManager,
} from "@kiln/api";

export type FieldValidation = "Ignore" | "Warn" | "Strict";

export interface WriteOptions {
  readonly isDryRun: boolean;
  readonly fieldValidation: FieldValidation;
  readonly fieldManager: string;
}

const FIELD_VALIDATIONS = ["Ignore", "Strict", "Warn"] as const;

/** Parses and validates write options. `kind`, CreateOptions or UpdateOptions, is for the error. */
export function parseWriteOptions(query: URLSearchParams, kind: string): WriteOptions {
  return parseOptions(query, kind, []);
}

export interface PatchOptions extends WriteOptions {
  readonly isForced: boolean;
}

/** Parses and validates patch options: only an apply may have `force`, and it must have a fieldManager. */
export function parsePatchOptions(query: URLSearchParams, patch: { readonly isApply: boolean }): PatchOptions {
  const force = query.get("force");
  const errors: FieldError[] = [];
  if (patch.isApply && (query.get("fieldManager") ?? "") === "") {
    errors.push(required(fieldPath("fieldManager"), "is required for apply patch"));
  }
  if (!patch.isApply && force !== null) {
    errors.push(forbidden(fieldPath("force"), "may not be specified for non-apply patch"));
  }
  // Kubernetes: any value except 0 and false is true (apimachinery/pkg/runtime/conversion.go
  // Convert_Slice_string_To_Pointer_bool, v1.36).
  const isForced = force !== null && force.toLowerCase() !== "false" && force !== "0";
  return { ...parseOptions(query, "PatchOptions", errors), isForced };
}

/** Parses the options that all writes have; throws all errors together with those in `errors`. */
function parseOptions(query: URLSearchParams, kind: string, errors: FieldError[]): WriteOptions {
  const fieldManager = query.get("fieldManager") ?? "";
  appendAll(errors, validateFieldManager(fieldManager, fieldPath("fieldManager")));
  const dryRun = query.getAll("dryRun");
  if (dryRun.some((value) => value !== "All")) {
    errors.push(notSupported(fieldPath("dryRun"), dryRun, ["All"]));
  }
  const given = query.get("fieldValidation") ?? "";
  const known = FIELD_VALIDATIONS.find((value) => value === given);
  if (given !== "" && known === undefined) {
    errors.push(notSupported(fieldPath("fieldValidation"), given, ["", ...FIELD_VALIDATIONS]));
  }
  if (errors.length > 0) {
    throw statusInvalid({ group: "meta.k8s.io", kind }, "", errors);
  }
  return { isDryRun: dryRun.length > 0, fieldValidation: known ?? "Warn", fieldManager };
}
