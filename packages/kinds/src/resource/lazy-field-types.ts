import type { FieldType } from "@kiln/apply";

/** Builds the field ownership type of a version on first use: most versions of most kinds are never written. */
export function lazyFieldTypes(
  apiVersions: readonly string[],
  make: (apiVersion: string) => FieldType,
): (apiVersion: string) => FieldType | undefined {
  const made = new Map<string, FieldType>();
  return (apiVersion) => {
    let type = made.get(apiVersion);
    if (type === undefined && apiVersions.includes(apiVersion)) {
      type = make(apiVersion);
      made.set(apiVersion, type);
    }
    return type;
  };
}
