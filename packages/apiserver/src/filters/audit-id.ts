import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";

/** Sets the Audit-ID of each request, for logs of client and server: the client's, or a counter from a random start. */
export function auditId({ random }: Pick<FilterServices, "random">): Filter {
  const prefix = `${hex(random.fraction(), 8)}-${hex(random.fraction(), 4)}-4${hex(random.fraction(), 3)}-8${hex(random.fraction(), 3)}-`;
  let count = 0;
  return {
    before(context) {
      context.auditId = context.request.headers["audit-id"] || prefix + (++count).toString(16).padStart(12, "0");
      return undefined;
    },
    after({ auditId: id = "" }, { headers }) {
      headers["audit-id"] = id;
      headers["cache-control"] ??= "no-cache, private";
    },
  };
}

function hex(fraction: number, digits: number): string {
  return Math.floor(fraction * 16 ** digits)
    .toString(16)
    .padStart(digits, "0");
}
