import { asTexts, type FieldError, type FieldPath, invalid, type JsonObject, notSupported, required } from "@kiln/api";
import { fieldRules } from "../field-rules.ts";

export interface RuleOptions {
  readonly path: FieldPath;
  /** Allowed operations, sorted. */
  readonly operations: readonly string[];
}

export const ALL_OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES = ["*", "Cluster", "Namespaced"];

/** Validates a rule of a webhook or policy: the requests that it matches. */
export function validateRule(rule: JsonObject, { path, operations: known }: RuleOptions): FieldError[] {
  const operations = asTexts(rule.operations);
  const operationsPath = path.child("operations");
  return [
    ...(operations.length === 0 ? [required(operationsPath, "")] : []),
    ...refuseBesideAll(operations, operationsPath, "operations"),
    ...operations.flatMap((operation, i) =>
      known.includes(operation) ? [] : [notSupported(operationsPath.index(i), operation, known)],
    ),
    ...validateGroups(asTexts(rule.apiGroups), path.child("apiGroups")),
    ...validateVersions(asTexts(rule.apiVersions), path.child("apiVersions")),
    ...validateResources(asTexts(rule.resources), path.child("resources")),
    ...checkScope(rule, path),
  ];
}

function refuseBesideAll(values: readonly string[], path: FieldPath, what: string): FieldError[] {
  return values.length > 1 && values.includes("*")
    ? [invalid(path, [...values], `if '*' is present, must not specify other ${what}`)]
    : [];
}

function validateGroups(groups: readonly string[], path: FieldPath): FieldError[] {
  return [...(groups.length === 0 ? [required(path, "")] : []), ...refuseBesideAll(groups, path, "API groups")];
}

function validateVersions(versions: readonly string[], path: FieldPath): FieldError[] {
  return [
    ...(versions.length === 0 ? [required(path, "")] : []),
    ...refuseBesideAll(versions, path, "API versions"),
    ...versions.flatMap((version, i) => (version === "" ? [required(path.index(i), "")] : [])),
  ];
}

function validateResources(resources: readonly string[], path: FieldPath): FieldError[] {
  const errors = resources.length === 0 ? [required(path, "")] : [];
  /**
   * Resources of earlier entries `x/*`; `parts` has the subresources that earlier entries list for all resources. Both
   * forbid entries that they cover.
   */
  const wholes = new Set<string>();
  const parts = new Set<string>();
  let isPlain = false;
  for (const [i, text] of resources.entries()) {
    if (text === "") {
      errors.push(required(path.index(i), ""));
      continue;
    }
    const slash = text.indexOf("/");
    if (slash === -1) {
      // Kubernetes: only the last resource decides (apis/admissionregistration/validation/validation.go
      // validateResources, v1.36).
      isPlain = text !== "*";
      continue;
    }
    const [resource, part] = [text.slice(0, slash), text.slice(slash + 1)];
    if (wholes.has(resource)) {
      errors.push(invalid(path.index(i), text, `if '${resource}/*' is present, must not specify ${text}`));
    }
    if (parts.has(part)) {
      errors.push(invalid(path.index(i), text, `if '*/${part}' is present, must not specify ${text}`));
    }
    if (part === "*") {
      wholes.add(resource);
    }
    if (resource === "*") {
      parts.add(part);
    }
  }
  return [...errors, ...validateWildcards(resources, path, isPlain)];
}

function validateWildcards(resources: readonly string[], path: FieldPath, hasPlain: boolean): FieldError[] {
  return [
    ...(resources.length > 1 && resources.includes("*/*")
      ? [invalid(path, [...resources], "if '*/*' is present, must not specify other resources")]
      : []),
    ...(resources.includes("*") && hasPlain
      ? [invalid(path, [...resources], "if '*' is present, must not specify other resources without subresources")]
      : []),
  ];
}

const checkScope = fieldRules({ scope: `pointer;enumText=${SCOPES.join("|")}` });
