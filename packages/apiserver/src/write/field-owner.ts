import { deepCopy, isGoPrintable, type JsonObject, printTime, StatusError, utf8Length } from "@kiln/api";
import {
  type Conversion,
  type Convert,
  type Converting,
  emptySet,
  type FieldManager,
  type FieldSet,
  type KindFields,
  runConverting,
  runConvertingAsync,
  setOf,
} from "@kiln/apply";
import { apiVersionOf, convertObject, type RemoteConvert, type Resource, statusKeepsMetadata } from "@kiln/kinds";
import type { Semantics } from "@kiln/schema";
import { restIfLarge } from "../request/large-requests.ts";
import type { Write } from "./write.ts";

/** Field manager of a write. */
export function ownerOf(write: Write): FieldManager {
  const { resource, subresource, isApply } = write;
  return {
    manager: managerOf(write) || "unknown",
    operation: isApply ? "Apply" : "Update",
    apiVersion: apiVersionOf(resource),
    subresource,
  };
}

const MAX_MANAGER_BYTES = 128;

/** Without a fieldManager option, the manager is the user agent's program name. */
export function managerOf({ options, context }: Pick<Write, "options" | "context">): string {
  if (options.fieldManager !== "") {
    return options.fieldManager;
  }
  const [program = ""] = (context.request.headers["user-agent"] ?? "").split("/");
  let manager = "";
  for (const char of program) {
    if (isGoPrintable(char)) {
      if (utf8Length(manager + char) > MAX_MANAGER_BYTES) {
        break;
      }
      manager += char;
    }
  }
  return manager;
}

/** Time of a write, in the format of managedFields. */
export function timeOf({ context }: Pick<Write, "context">): string {
  return printTime(context.services.clock.now());
}

const STATUS = setOf(["f:status"]);
const ALL_BUT_STATUS = setOf(["f:metadata"], ["f:spec"]);
const SPEC = setOf(["f:spec"]);

/** Field ownership for writes to one endpoint of the resource. */
export function fieldsOf(
  resource: Resource,
  subresource: string,
  { semantics, inSlices = false }: { readonly semantics: Semantics; readonly inSlices?: boolean },
): KindFields {
  const own = apiVersionOf(resource);
  const { unowned } = resource.strategy;
  const declared = unowned?.[subresource];
  const ignored = (apiVersion: string): FieldSet | undefined => {
    if (declared !== undefined) {
      return declared;
    }
    if (subresource === "status") {
      return statusKeepsMetadata(resource) ? ALL_BUT_STATUS : SPEC;
    }
    // Kubernetes: entries of other versions may have been written before these versions had a status subresource
    // (customresource/strategy.go GetResetFields, v1.36).
    return subresource === "" && resource.subresources.hasStatus && apiVersion === own ? STATUS : emptySet;
  };
  return { typeOf: resource.storage.typeOf, ignored, semantics, inSlices };
}

/** Conversion of an object whose managed fields are in several versions. */
function convertFields(resource: Resource, semantics: Semantics): Convert {
  const { storage } = resource;
  return (object, apiVersion) => {
    if (storage.typeOf(apiVersion) === undefined) {
      return unknownVersion(resource, apiVersion, semantics);
    }
    // A shallow copy is enough without a field map: only apiVersion changes.
    const copy = storage.convert === undefined ? { ...object } : (deepCopy(object) as JsonObject);
    return { object: convertObject(resource, copy, apiVersion) };
  };
}

/** Conversion like {@link convertFields}, by the CRD's conversion webhook. */
function convertFieldsRemotely(resource: Resource, convert: RemoteConvert, semantics: Semantics) {
  return async (object: JsonObject, apiVersion: string): Promise<Conversion> => {
    if (resource.storage.typeOf(apiVersion) === undefined) {
      return unknownVersion(resource, apiVersion, semantics);
    }
    try {
      const [converted = {}] = await convert([object], apiVersion);
      return { object: converted };
    } catch (error) {
      if (error instanceof StatusError) {
        return { error: error.message };
      }
      throw error;
    }
  };
}

/** Runs work that needs conversions: synchronously, unless a webhook converts the kind or the request is large. */
export function runWithConversions<T>(
  { resource, context }: Pick<Write, "resource" | "context">,
  work: Converting<T>,
): T | Promise<T> {
  const { convertRemotely } = resource.storage;
  const { semantics } = context.services;
  if (convertRemotely === undefined && context.leave === undefined) {
    return runConverting(work, convertFields(resource, semantics));
  }
  const convert =
    convertRemotely === undefined
      ? convertFields(resource, semantics)
      : convertFieldsRemotely(resource, convertRemotely, semantics);
  return runConvertingAsync(work, { convert, rest: () => restIfLarge(context) });
}

/** Entry with an unknown version, which any client may write: it is dropped with `kep`. */
function unknownVersion({ dialect }: Resource, apiVersion: string, semantics: Semantics): Conversion {
  const error = semantics === "upstream" ? dialect.writing.unknownVersion(apiVersion) : undefined;
  return error === undefined ? { isMissing: true } : { error };
}
