import { accessorFault, apiVersionOf } from "@kiln/kinds";
import type { Step, Write } from "./write.ts";
import { wrongVersion } from "./wrong-version.ts";

/**
 * The object must have a kind. Changes the object: built-in kinds fill in missing apiVersion and kind. A custom
 * resource of another kind is left to validation, as in Kubernetes.
 */
export const checkKind: Step = (write) => {
  const { resource, object, decoding } = write;
  if (resource.dialect.decoding.knowsType) {
    checkBuiltIn(write);
  } else if ((object.kind ?? "") === "") {
    throw decoding.refuse(`Object 'Kind' is missing in '${decoding.text()}'`);
  } else if (object.apiVersion === null) {
    throw decoding.refuse(accessorFault("apiVersion", null, "string"));
  }
  return undefined;
};

function checkBuiltIn({ resource, object, decoding, context }: Write): void {
  const expected = apiVersionOf(resource);
  object.apiVersion = object.apiVersion || expected;
  object.kind = object.kind || resource.names.kind;
  if (object.apiVersion === expected && object.kind === resource.names.kind) {
    return;
  }
  const kind = String(object.kind);
  const apiVersion = String(object.apiVersion);
  for (const known of context.services.registry.all()) {
    if (known.names.kind === kind && apiVersionOf(known) === apiVersion) {
      if (known.group === resource.group && kind === resource.names.kind) {
        throw wrongVersion(apiVersion, expected);
      }
      throw decoding.refuse(
        `converting (${known.version}.${kind}) to (${goPackage(resource.group)}.${resource.names.kind}): ` +
          "unknown conversion",
      );
    }
  }
  throw decoding.refuse(
    `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/api/legacyscheme/scheme.go:30"`,
  );
}

function goPackage(group: string): string {
  return group === "" ? "core" : (group.split(".")[0] as string);
}
