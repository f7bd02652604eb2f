import { parseTimeout } from "../request/parse-timeout.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";
import { isLongRunning } from "./is-long-running.ts";

/** Refuses a request that does not say in Go's way how long it may take, if that counts at all. */
export function checkTimeout({ limits }: Pick<FilterServices, "limits">): Filter {
  return {
    before({ info }) {
      if (!isLongRunning(info)) {
        parseTimeout(info, limits.requestTimeoutMs);
      }
      return undefined;
    },
  };
}
