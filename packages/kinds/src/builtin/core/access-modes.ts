import { asTexts, type FieldError, type FieldPath, forbidden, type JsonValue } from "@kiln/api";
import type { FieldRules } from "../field-rules.ts";

/** Rules of the access modes of a volume or claim, whose errors have no index. */
export const ACCESS_MODES: FieldRules = {
  "accessModes[^]": "enum=ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod",
  accessModes: ["optional", refuseMixedModes],
};

const SHARED: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"];

function refuseMixedModes(value: JsonValue, path: FieldPath): FieldError[] {
  const modes = asTexts(value);
  return modes.includes("ReadWriteOncePod") && modes.some((mode) => SHARED.includes(mode))
    ? [forbidden(path, "may not use ReadWriteOncePod with other access modes")]
    : [];
}
