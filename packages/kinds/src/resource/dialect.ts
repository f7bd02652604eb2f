import type { GroupKind, JsonObject, StatusError } from "@kiln/api";
import type { TypeMismatch } from "@kiln/schema";
import type { Resource } from "./resource.ts";

/**
 * Differences between built-in kinds and custom resources. Kubernetes serves them by two HTTP stacks with two decoders:
 * a router with Go structs, and one handler with JSON trees. Clients see them in orders, messages and status codes.
 * Each difference has a name here; {@link builtInDialect} and {@link customDialect} have its two values.
 */
export interface Dialect {
  readonly name: "built-in" | "custom";
  readonly routing: RoutingDialect;
  readonly decoding: DecodingDialect;
  readonly writing: WritingDialect;
  readonly reading: ReadingDialect;
}

/** Differences from the path to the verb. */
export interface RoutingDialect {
  /** True if only exact paths reach a verb, and the router checks Accept and patch type before it. */
  readonly hasRouter: boolean;
  /** Error for a create with a name in the path; undefined: the name is ignored. */
  refuseNamedCreate(): StatusError | undefined;
  /** Error for an update of a collection's path. */
  refuseUnnamedUpdate(): StatusError;
  refusePatchType(supported: readonly string[]): StatusError;
  /** True if objects can be sent and returned as protobuf. */
  readonly hasMessages: boolean;
  /** Verbs of the resource, in the order of discovery. */
  verbs(resource: Pick<Resource, "serving">): readonly string[];
}

/** Differences in decoding a body. */
export interface DecodingDialect {
  /** True if a duplicate field is merged into the first value instead of replacing it. */
  readonly mergesDuplicates: boolean;
  /** True if duplicate and unknown fields are found in one pass, in document order, and not inside unknown fields. */
  readonly findsAllInOnePass: boolean;
  /** Messages about unknown fields. `hasSortedKeys`: the body was not JSON. */
  nameUnknown(paths: readonly string[], hasSortedKeys: boolean): string[];
  /** Whether a type mismatch is an error of the decoder; false: of the schema. */
  isDecodingFault(mismatch: TypeMismatch): boolean;
  /** True if unknown fields are found by the resource's schema, whatever the kind in the object. */
  readonly decodesAnyKind: boolean;
  /** True if the path implies the type: apiVersion and kind may be missing. */
  readonly knowsType: boolean;
  /** True if a patched or applied object is pruned by its schema after the merge. */
  readonly prunesBySchema: boolean;
}

/** Differences from the decoded object to the store. */
export interface WritingDialect {
  /** True if the status endpoint ignores metadata. */
  readonly statusKeepsMetadata: boolean;
  /** Fields that an object has before the first apply or update; undefined: none. */
  emptyObject(resource: Resource): JsonObject | undefined;
  /** Kind in errors about an object. */
  claimedKind(resource: Resource, object: JsonObject): GroupKind;
  /** Error for managed fields of an unknown version; undefined: they are ignored. */
  unknownVersion(apiVersion: string): string | undefined;
  /** True if defaults are set again before the object is stored. */
  readonly setsDefaultsAgain: boolean;
  /** True if fields that a version lacks are kept in an annotation, which writes in that version keep. */
  readonly keepsLostFields: boolean;
  /** True if the kind's CRD may have changed since the request arrived. */
  readonly isRedefinable: boolean;
  /** True if a status that was reset on create is stored without defaults. */
  readonly storesResetStatus: boolean;
  /** True if finalizers without a domain cause a warning. */
  readonly warnsOfFinalizers: boolean;
  /** True if the paths of the scale subresource are validated on every write, and a Scale is decoded separately. */
  readonly checksScalePaths: boolean;
  /** True if owners are unblocked by a merge patch, which sets blockOwnerDeletion in every reference. */
  readonly unblocksByMergePatch: boolean;
  /** True if the kind has validation rules in code. */
  readonly hasOwnRules: boolean;
}

/** Differences from the store to a response. */
export interface ReadingDialect {
  /** Start of an object's JSON; undefined: that of the stored bytes. */
  servedStart(names: { readonly kind: string; readonly apiVersion: string }): string | undefined;
  /** True if items of lists have apiVersion and kind. */
  readonly itemsHaveType: boolean;
  /** True if the keys of lists are sorted, and `continue` is always present. */
  readonly sortsListKeys: boolean;
  /** True if every kind has columns: those of its CRD, or a default. */
  readonly hasOwnColumns: boolean;
  /** Path of a selectable field in the form in which its kind declares it. */
  selectablePath(field: string): string;
  /**
   * True if a kind without selectable fields accepts metadata.namespace in any scope, and rejects other fields with
   * another message.
   */
  readonly hasDefaultFieldSelector: boolean;
  /** Go type of a list in errors; `goType` is that of a built-in kind. */
  listType(goType: string): string;
  /** True if the Go type decides whether an object is a list. */
  readonly knowsLists: boolean;
}
