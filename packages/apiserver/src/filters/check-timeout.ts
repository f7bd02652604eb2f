import { parseTimeout } from "../request/parse-timeout.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";
import { isLongRunning } from "./is-long-running.ts";

/** Rejects a request whose timeout is no Go duration, if the timeout applies. */
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
