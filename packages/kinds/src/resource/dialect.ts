import type { GroupKind, JsonObject, StatusError } from "@kiln/api";
import type { TypeMismatch } from "@kiln/schema";
import type { Resource } from "./resource.ts";

/**
 * Kubernetes serves built-in kinds and custom resources by two HTTP stacks with two decoders: a router with Go structs,
 * and one handler with trees of JSON. Clients see the difference in orders, messages and codes. Each difference has a
 * name here; {@link builtInDialect} and {@link customDialect} have its two values.
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
  /** Only exact paths reach a verb, and the router checks Accept and the kind of patch before it. */
  readonly hasRouter: boolean;
  /** Undefined: the name in the path of a create is ignored. */
  refuseNamedCreate(): StatusError | undefined;
  /** For a PUT to the path of a collection. */
  refuseUnnamedUpdate(): StatusError;
  refusePatchType(supported: readonly string[]): StatusError;
  /** Objects can be sent and answered as protobuf. */
  readonly hasMessages: boolean;
  /** In the order of discovery. */
  verbs(resource: Pick<Resource, "serving">): readonly string[];
}

/** Differences from bytes to an object. */
export interface DecodingDialect {
  /** A field given twice is decoded into the same value twice, instead of replacing it. */
  readonly mergesDuplicates: boolean;
  /** Duplicate and unknown fields are found in one pass: in the order of the text, and none inside unknown fields. */
  readonly findsAllInOnePass: boolean;
  /** Unknown fields with the messages of warnings. `hasSortedKeys`: the text was not JSON. */
  nameUnknown(paths: readonly string[], hasSortedKeys: boolean): string[];
  /** Whether the value does not match the decoder's type, rather than the schema. */
  isDecodingFault(mismatch: TypeMismatch): boolean;
  /** Whether unknown fields are reported by the resource's schema, whatever kind the object claims to be. */
  readonly decodesAnyKind: boolean;
  /** The type is known from the path: apiVersion and kind may be missing. */
  readonly knowsType: boolean;
  /** A patch or an applied configuration is pruned by its schema, after it was merged. */
  readonly prunesBySchema: boolean;
}

/** Differences from an object to the store. */
export interface WritingDialect {
  /** The status endpoint ignores metadata. */
  readonly statusKeepsMetadata: boolean;
  /** Fields of an empty object. */
  emptyObject(resource: Resource): JsonObject | undefined;
  /** The kind that errors about an object name. */
  claimedKind(resource: Resource, object: JsonObject): GroupKind;
  /** Error of fields owned in an unknown version; undefined: they are ignored. */
  unknownVersion(apiVersion: string): string | undefined;
  /** Defaults are set once more before every write is stored. */
  readonly setsDefaultsAgain: boolean;
  /** Fields that a version lacks are kept in an annotation, which writes in that version keep. */
  readonly keepsLostFields: boolean;
  /** Whether the CRD of the kind may have changed since the request arrived. */
  readonly isRedefinable: boolean;
  /** A status that was reset on create is stored without its defaults. */
  readonly storesResetStatus: boolean;
  /** Finalizers without a domain get a warning. */
  readonly warnsOfFinalizers: boolean;
  /** The paths of the scale subresource are checked on every write, and a Scale is decoded apart. */
  readonly checksScalePaths: boolean;
  /** Owners are unblocked by a merge patch, which sets every blockOwnerDeletion. */
  readonly unblocksByMergePatch: boolean;
  /** The kind has rules of its own in code. */
  readonly hasOwnRules: boolean;
}

/** Differences from the store to a response. */
export interface ReadingDialect {
  /** Start of an object's JSON; undefined: as stored. */
  servedStart(names: { readonly kind: string; readonly apiVersion: string }): string | undefined;
  /** Items of lists carry apiVersion and kind. */
  readonly itemsHaveType: boolean;
  /** Keys of lists are sorted, and `continue` is never left out. */
  readonly sortsListKeys: boolean;
  /** Every kind has columns, those of its CRD or a default. */
  readonly hasOwnColumns: boolean;
  /** A selectable field, as its kind declares it. */
  selectablePath(field: string): string;
  /**
   * A kind without selectable fields accepts metadata.namespace in any scope, and rejects others with another message.
   */
  readonly hasDefaultFieldSelector: boolean;
  /** The Go type of a list, in errors; `goType` is that of a built-in kind. */
  listType(goType: string): string;
  /** Whether an object is a list is decided by its Go type. */
  readonly knowsLists: boolean;
}
