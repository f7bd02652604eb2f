import { type FieldError, type FieldPath, invalid } from "@kiln/api";
import { type Definition, versionsOf } from "@kiln/kinds";

/**
 * Validates that spec.versions has all of status.storedVersions, so that stored objects stay readable, and that the
 * storage version is among them.
 */
export function checkStoredVersions({ spec, status }: Definition, path: FieldPath): FieldError[] {
  const { storedVersions } = status;
  if (storedVersions === null || storedVersions.length === 0) {
    const given = storedVersions === null ? null : [];
    return [invalid(path, given, "must have at least one stored version")];
  }
  const versions = versionsOf(spec);
  return [
    ...versions
      // Kubernetes: of two versions with one name, only the first is looked up among the stored versions
      // (apiextensions/validation/validation.go ValidateCustomResourceDefinitionStoredVersions, v1.36).
      .filter(({ name, storage }, index) => {
        const isAgain = versions.slice(0, index).some((version) => version.name === name);
        return storage && (isAgain || !storedVersions.includes(name));
      })
      .map(({ name }) => invalid(path, [...storedVersions], `must have the storage version ${name}`)),
    ...storedVersions.flatMap((name, index) =>
      versions.some((version) => version.name === name) ? [] : [invalid(path.index(index), name, missing(name))],
    ),
  ];
}

function missing(name: string): string {
  const must = `must remain in spec.versions until a storage migration ensures no data remains persisted in ${name}`;
  return `missing from spec.versions; ${name} was previously a storage version, and ${must} and removes ${name} from status.storedVersions`;
}
