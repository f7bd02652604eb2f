import type { ObjectKind, ObjectRef } from "../references/object-ref.ts";
import type { ItemSelection } from "../volumes/object-files.ts";
import type { OwnershipOptions } from "../writer/ownership.ts";

/** Source of files of a set. */
export type SetSource = NamedSource | SelectedSource;

export interface NamedSource {
  readonly type: "named";
  readonly ref: ObjectRef;
  readonly items: ItemSelection;
  /** Whether the set is published without the object while it is missing. */
  readonly isOptional: boolean;
  /** Whether the projection is incomplete while the object is missing. */
  readonly isExpected: boolean;
}

/** Source that selects all objects with a label. */
export interface SelectedSource {
  readonly type: "selected";
  readonly kinds: readonly ObjectKind[];
  /** Namespaces of the objects; undefined for all. */
  readonly namespaces: readonly string[] | undefined;
  readonly labelSelector: string;
  /** The annotation by which an object chooses another folder. */
  readonly folderAnnotation: string;
}

/** Files that change atomically together. */
export interface FileSet {
  /** Absolute path of the folder, below one of the roots. */
  readonly folder: string;
  readonly defaultMode: number;
  /** Whether the names of objects are part of the file names, which makes these unique. */
  readonly isUnique: boolean;
  /** Sources of the files; later ones take precedence for equal paths. */
  readonly sources: readonly SetSource[];
}

/** `once`: read, write, end. `sleep`: poll. `watch`: follow changes. */
export type Method = "once" | "sleep" | "watch";

/** Rules for keys that end in `.url`. */
export interface UrlRules {
  /** URL prefixes: only URLs below one of them are fetched. */
  readonly allowed: readonly string[];
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Whether a URL without `#sha256=` is rejected. */
  readonly needsChecksum: boolean;
  /** Whether responses with status 500 and above are used too. */
  readonly takesErrors: boolean;
  readonly authorization: string | undefined;
  readonly isInsecure: boolean;
}

export interface ProjectorConfig {
  /** Absolute paths of the directories that all folders must be below; the first also has the manifest. */
  readonly roots: readonly [string, ...string[]];
  readonly sets: readonly FileSet[];
  readonly method: Method;
  readonly sleepMs: number;
  readonly watchSeconds: number;
  /** Time for which changes are collected before they are written. */
  readonly debounceMs: number;
  readonly refusesDuplicates: boolean;
  /** Objects that must exist before the projection is complete. */
  readonly waitFor: readonly ObjectRef[];
  readonly ownership: OwnershipOptions;
  readonly isSynced: boolean;
  readonly urls: UrlRules | undefined;
}
