import { quoteGo } from "@kiln/api";
import { accessorFault, apiVersionOf, type Resource } from "@kiln/kinds";
import type { Step, Write } from "./write.ts";
import { wrongVersion } from "./wrong-version.ts";

/**
 * Checks apiVersion and kind of the object; built-in kinds get missing ones. A custom resource of another kind is left
 * to validation, as in Kubernetes.
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
    const isKnown = hasKind(known, kind) && apiVersionOf(known) === apiVersion;
    if (isKnown && schemeOf(known.group) === schemeOf(resource.group)) {
      if (known.group === resource.group && kind === resource.names.kind) {
        throw wrongVersion(apiVersion, expected);
      }
      throw decoding.refuse(
        `converting (${KINDS_EVERYWHERE.has(kind) ? "v1" : known.version}.${kind}) to (${goPackage(resource.group)}.${resource.names.kind}): ` +
          "unknown conversion",
      );
    }
  }
  throw decoding.refuse(
    `no kind ${quoteGo(kind)} is registered for version ${quoteGo(apiVersion)} in scheme "${schemeOf(resource.group)}"`,
  );
}

/** Kubernetes: the types of meta v1 that every group version has (meta/v1/register.go AddToGroupVersion, v1.36). */
const KINDS_EVERYWHERE: ReadonlySet<string> = new Set(
  ["Create", "Delete", "Get", "List", "Patch", "Update"].map((verb) => `${verb}Options`),
);

/** Whether the kind is registered in the group version of the resource: its kind, the list, or one of meta v1. */
function hasKind({ names, group, version }: Resource, kind: string): boolean {
  const isList = kind === names.listKind || (kind === "List" && group === "" && version === "v1");
  return kind === names.kind || isList || KINDS_EVERYWHERE.has(kind);
}

const SCHEMES: ReadonlyMap<string, string> = new Map([
  ["apiextensions.k8s.io", "k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:55"],
  ["apiregistration.k8s.io", "k8s.io/kube-aggregator/pkg/apiserver/scheme/scheme.go:28"],
]);

/**
 * Name of the scheme that errors contain. Kubernetes: CRDs and APIServices are served by servers of their own, whose
 * schemes lack the other kinds; the name of a scheme is the line of Go that makes it (runtime/scheme.go NewScheme,
 * v1.36).
 */
function schemeOf(group: string): string {
  return SCHEMES.get(group) ?? "pkg/api/legacyscheme/scheme.go:30";
}

function goPackage(group: string): string {
  return group === "" ? "core" : (group.split(".")[0] as string);
}
