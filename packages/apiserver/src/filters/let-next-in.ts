import type { Filter } from "./filter.ts";

/** A large request that is answered makes room for the next. */
export function letNextIn(): Filter {
  return {
    after({ leave }) {
      leave?.();
    },
  };
}
