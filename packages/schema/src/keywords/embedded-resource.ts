import {
  checkDns1035Label,
  type FieldError,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nameIsPathSegment,
  type ObjectMeta,
  parseGroupVersion,
  validateObjectMeta,
} from "@kiln/api";
import { createFault, type Fault } from "../fault.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";
import { findMistypedMetadata } from "../mistyped-metadata.ts";
import { compileWalk, type Inspect } from "../walk-value.ts";

/** `x-kubernetes-embedded-resource`. compilePrune() keeps the fields that every resource has. */
export const embeddedResource: Keyword = {
  wire: "x-kubernetes-embedded-resource",
  name: "embeddedResource",
  encoding: "flag",
  goField: "XEmbeddedResource",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  settled: "never",
  stampFlag: 2,
  objects: { compile: compileEmbeddedResources, isExcusedByOld: false, isForStatus: false },
};

/**
 * Compiles the checks of resources inside resources (`x-kubernetes-embedded-resource`): a type of their own, and valid
 * object metadata. Undefined if the schema embeds none. Kubernetes: an update validates an embedded resource as if it
 * were new (schema/objectmeta/validation.go validateEmbeddedResource, v1.36).
 */
export function compileEmbeddedResources(schema: JsonSchema): Inspect | undefined {
  // The resource itself is not embedded in anything; its metadata is checked by the server.
  return compileWalk(schema, (node) => (node.embeddedResource === true && node !== schema ? inspect : undefined));
}

function inspect(value: JsonValue): Fault[] | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const mistyped = findMistyped(value);
  if (mistyped !== undefined) {
    return [mistyped];
  }
  const faults = [
    ...requireFields(value),
    ...inspectApiVersion(getOwn(value, "apiVersion")),
    ...inspectKind(getOwn(value, "kind")),
    ...inspectMetadata(getOwn(value, "metadata")),
  ];
  return faults.length === 0 ? undefined : faults;
}

/**
 * Kubernetes: decoding errors end the validation of an embedded resource, and only the first is reported
 * (schema/objectmeta/algorithm.go coerce, v1.36).
 */
function findMistyped(resource: JsonObject): Fault | undefined {
  for (const name of ["apiVersion", "kind"]) {
    const value = getOwn(resource, name);
    if (value !== undefined && typeof value !== "string") {
      return fieldFault(name, { reason: "FieldValueInvalid", value, detail: "must be a string" });
    }
  }
  const metadata = getOwn(resource, "metadata") ?? null;
  const detail = metadata === null ? undefined : findMistypedMetadata(metadata);
  return detail === undefined
    ? undefined
    : fieldFault("metadata", { reason: "FieldValueInvalid", value: metadata, detail });
}

function requireFields(resource: JsonObject): Fault[] {
  return ["apiVersion", "kind"]
    .filter((name) => !Object.hasOwn(resource, name))
    .map((name) => fieldFault(name, { reason: "FieldValueRequired", detail: "" }));
}

function inspectApiVersion(value: JsonValue | undefined): Fault[] {
  if (value === undefined) {
    return [];
  }
  const detail = explainName(value) ?? parseGroupVersion(value as string).error;
  return detail === undefined ? [] : [fieldFault("apiVersion", { reason: "FieldValueInvalid", value, detail })];
}

function inspectKind(value: JsonValue | undefined): Fault[] {
  if (value === undefined) {
    return [];
  }
  const detail = explainName(value) ?? explainKind(value as string);
  return detail === undefined ? [] : [fieldFault("kind", { reason: "FieldValueInvalid", value, detail })];
}

function explainName(value: JsonValue): string | undefined {
  if (typeof value !== "string") {
    return "must be a string";
  }
  return value === "" ? "must not be empty" : undefined;
}

function explainKind(kind: string): string | undefined {
  const found = checkDns1035Label(kind.toLowerCase());
  return found.length === 0 ? undefined : `may have mixed case, but should otherwise match: ${found.join(",")}`;
}

function inspectMetadata(value: JsonValue | undefined): Fault[] {
  if (value === undefined || value === null) {
    return [];
  }
  const meta = value as ObjectMeta;
  // Kubernetes: an embedded resource needs no name, and is namespaced if it has a namespace
  // (schema/objectmeta/validation.go validateEmbeddedResource, v1.36).
  const named = meta.name === undefined || meta.name === "" ? { ...meta, name: "fakename" } : meta;
  return validateObjectMeta(named, {
    requiresNamespace: (meta.namespace ?? "") !== "",
    nameRule: nameIsPathSegment,
    path: fieldPath("metadata"),
  }).map(toFault);
}

function toFault({ field, ...rest }: FieldError): Fault {
  return fieldFault(field, rest);
}

function fieldFault(name: string, fault: Omit<Fault, "segments">): Fault {
  const created = createFault(fault);
  created.segments.push({ kind: "field", name });
  return created;
}
