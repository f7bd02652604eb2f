import type { ObjectKind, ObjectRef } from "../references/object-ref.ts";
import type { ItemSelection } from "../volumes/object-files.ts";
import type { OwnershipOptions } from "../writer/ownership.ts";

/** Where some files of a set come from. */
export type SetSource = NamedSource | SelectedSource;

export interface NamedSource {
  readonly type: "named";
  readonly ref: ObjectRef;
  readonly items: ItemSelection;
  /** The set is published without it while it is not there. */
  readonly isOptional: boolean;
  /** Nothing is complete while it is not there. */
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

/** Files that change as a whole. */
export interface FileSet {
  /** Absolute, and below one of the roots. */
  readonly folder: string;
  readonly defaultMode: number;
  /** Files are named after their objects, too. */
  readonly isUnique: boolean;
  /** Later ones win where two have a file of the same path. */
  readonly sources: readonly SetSource[];
}

/** `once`: read, write, end. `sleep`: poll. `watch`: follow changes. */
export type Method = "once" | "sleep" | "watch";

/** What keys that end in `.url` may fetch. */
export interface UrlRules {
  /** URLs below one of these may be fetched. */
  readonly allowed: readonly string[];
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** A URL without `#sha256=` is refused. */
  readonly needsChecksum: boolean;
  /** Answers with status 500 and above are taken, too. */
  readonly takesErrors: boolean;
  readonly authorization: string | undefined;
  readonly isInsecure: boolean;
}

export interface ProjectorConfig {
  /** Where folders may be; the first also holds the manifest. Absolute. */
  readonly roots: readonly [string, ...string[]];
  readonly sets: readonly FileSet[];
  readonly method: Method;
  readonly sleepMs: number;
  readonly watchSeconds: number;
  /** How long changes are gathered before they are written. */
  readonly debounceMs: number;
  readonly refusesDuplicates: boolean;
  /** Nothing is complete before these are there. */
  readonly waitFor: readonly ObjectRef[];
  readonly ownership: OwnershipOptions;
  readonly isSynced: boolean;
  readonly urls: UrlRules | undefined;
}
