import { asNamedString, type FieldError, type FieldPath, invalid, isGoPrintable, utf8Length } from "@kiln/api";

const MAX_BYTES = 256;

export interface Deprecation {
  readonly deprecated: boolean;
  readonly deprecationWarning?: string;
}

export function checkDeprecation({ deprecated, deprecationWarning }: Deprecation, path: FieldPath): FieldError[] {
  return deprecationWarning === undefined
    ? []
    : faultsOf(deprecated, deprecationWarning).map((fault) => asNamedString(invalid(path, deprecationWarning, fault)));
}

function faultsOf(deprecated: boolean, warning: string): string[] {
  if (!deprecated) {
    return ["can only be set for deprecated versions"];
  }
  const faults: string[] = [];
  if (utf8Length(warning) > MAX_BYTES) {
    faults.push(`must be <= ${MAX_BYTES} characters long`);
  }
  if (warning === "") {
    faults.push("must not be an empty string");
  }
  const odd = [...warning].findIndex((char) => !isGoPrintable(char));
  if (odd >= 0) {
    const bytes = utf8Length([...warning].slice(0, odd).join(""));
    faults.push(`must only contain printable UTF-8 characters; non-printable character found at index ${bytes}`);
  }
  return faults;
}
