import type { JsonObject } from "@kiln/api";

/** Group and plural of a kind. */
export interface ImportedResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** One object of a source. */
export interface ImportRecord {
  readonly object: JsonObject;
  /** Absent if only the object itself names its type. */
  readonly resource?: ImportedResource;
  /** Key in the store, where the source has one. */
  readonly key?: string;
  /** Resource version at the source, where the object does not have it. */
  readonly revision?: number;
  /** File or path that it came from, for messages. */
  readonly origin: string;
}

/** Objects that an import left out, counted by reason. */
export interface LeftOut {
  add(reason: string): void;
  /** One line a reason. */
  lines(): string[];
}

export function createLeftOut(): LeftOut {
  const counts = new Map<string, number>();
  return {
    add: (reason) => void counts.set(reason, (counts.get(reason) ?? 0) + 1),
    lines: () => [...counts].map(([reason, count]) => `${reason}: ${count}`),
  };
}
