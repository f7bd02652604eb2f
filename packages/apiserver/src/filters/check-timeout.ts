import type { Services } from "../services.ts";
import type { Filter } from "./filter.ts";
import { isLongRunning } from "./is-long-running.ts";
import { parseTimeout } from "./parse-timeout.ts";

/** Refuses a request that does not say in Go's way how long it may take, if that counts at all. */
export function checkTimeout({ limits }: Pick<Services, "limits">): Filter {
  return {
    before({ info }) {
      if (!isLongRunning(info)) {
        parseTimeout(info, limits.requestTimeoutMs);
      }
      return undefined;
    },
  };
}
