import type { ObjectKind, ObjectRef } from "../references/object-ref.ts";
import type { ItemSelection } from "../volumes/object-files.ts";
import type { OwnershipOptions } from "../writer/ownership.ts";

/** Source of files of a set. */
export type SetSource = NamedSource | SelectedSource;

export interface NamedSource {
  readonly type: "named";
  readonly ref: ObjectRef;
  readonly items: ItemSelection;
  /** The set is published without it while it is missing. */
  readonly isOptional: boolean;
  /** The projection is incomplete while it is missing. */
  readonly isExpected: boolean;
}

/** All objects with a label. */
export interface SelectedSource {
  readonly type: "selected";
  readonly kinds: readonly ObjectKind[];
  /** Undefined for all namespaces. */
  readonly namespaces: readonly string[] | undefined;
  readonly labelSelector: string;
  /** The annotation by which an object chooses another folder. */
  readonly folderAnnotation: string;
}

/** Files that change atomically together. */
export interface FileSet {
  /** Absolute, and below one of the roots. */
  readonly folder: string;
  readonly defaultMode: number;
  /** Files are named after their objects, too. */
  readonly isUnique: boolean;
  /** Later ones take precedence for equal paths. */
  readonly sources: readonly SetSource[];
}

/** `once`: read, write, end. `sleep`: poll. `watch`: follow changes. */
export type Method = "once" | "sleep" | "watch";

/** Rules for keys that end in `.url`. */
export interface UrlRules {
  /** URLs below one of these may be fetched. */
  readonly allowed: readonly string[];
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Reject a URL without `#sha256=`. */
  readonly needsChecksum: boolean;
  /** Accept responses with status 500 and above, too. */
  readonly takesErrors: boolean;
  readonly authorization: string | undefined;
  readonly isInsecure: boolean;
}

export interface ProjectorConfig {
  /** Directories below which folders must be; the first also has the manifest. Absolute. */
  readonly roots: readonly [string, ...string[]];
  readonly sets: readonly FileSet[];
  readonly method: Method;
  readonly sleepMs: number;
  readonly watchSeconds: number;
  /** How long changes are collected before they are written. */
  readonly debounceMs: number;
  readonly refusesDuplicates: boolean;
  /** The projection is incomplete before these objects exist. */
  readonly waitFor: readonly ObjectRef[];
  readonly ownership: OwnershipOptions;
  readonly isSynced: boolean;
  readonly urls: UrlRules | undefined;
}
