import type { JsonObject } from "@kiln/api";

/** Group and plural of an imported kind. */
export interface ImportedResource {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** One object of a source. */
export interface ImportRecord {
  readonly object: JsonObject;
  /** Resource of the object; absent if only the object's own apiVersion and kind identify it. */
  readonly resource?: ImportedResource;
  /** Store key of the object, if the source has one. */
  readonly key?: string;
  /** resourceVersion at the source, if the object does not contain it. */
  readonly revision?: number;
  /** File or path of the object, for messages. */
  readonly origin: string;
}

/** Objects that an import left out, counted by reason. */
export interface LeftOut {
  add(reason: string): void;
  /** Counts as text, one line for each reason. */
  lines(): string[];
}

export function createLeftOut(): LeftOut {
  const counts = new Map<string, number>();
  return {
    add: (reason) => void counts.set(reason, (counts.get(reason) ?? 0) + 1),
    lines: () => [...counts].map(([reason, count]) => `${reason}: ${count}`),
  };
}
