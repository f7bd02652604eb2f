import type { StoreEvent } from "@kiln/store";
import { openStoredValue, parseHead } from "../stored/stored-value.ts";

export const NAMESPACE_PREFIX = "/registry/core/namespaces/";

/** Existing and terminating namespaces, updated by commits before their writes are answered. */
export interface NamespaceProjection {
  /** State of a namespace; undefined if it does not exist. */
  find(name: string): { readonly isTerminating: boolean } | undefined;
  names(): Iterable<string>;
  /** Applies an event of a Namespace object. */
  apply(event: Pick<StoreEvent, "key" | "value">): void;
}

export function createNamespaceProjection(): NamespaceProjection {
  const namespaces = new Map<string, { isTerminating: boolean }>();
  return {
    find: (name) => namespaces.get(name),
    names: () => namespaces.keys(),
    apply({ key, value }) {
      const name = key.slice(NAMESPACE_PREFIX.length);
      if (value === undefined) {
        namespaces.delete(name);
      } else {
        namespaces.set(name, { isTerminating: parseHead(openStoredValue(value))?.deleting === true });
      }
    },
  };
}
