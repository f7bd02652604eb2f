import type { FieldType } from "@kiln/apply";

/** Makes the type of a version when something of that version is first written: most versions of most kinds never are. */
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
