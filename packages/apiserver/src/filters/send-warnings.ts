import { warningHeaders } from "../http/warning-headers.ts";
import type { Filter } from "./filter.ts";

/** Adds warning headers to every response. */
export function sendWarnings(): Filter {
  return {
    after({ warnings }, { headers }) {
      if (warnings.length > 0) {
        headers.warning = warningHeaders(warnings);
      }
    },
  };
}
