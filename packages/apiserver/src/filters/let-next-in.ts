import type { Filter } from "./filter.ts";

/** Starts the next queued large request when one is answered. */
export function letNextIn(): Filter {
  return {
    after({ leave }) {
      leave?.();
    },
  };
}
