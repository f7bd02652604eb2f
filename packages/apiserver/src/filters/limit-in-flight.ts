import { ADMINISTRATORS } from "../authorization/authorizer.ts";
import type { Context } from "../context.ts";
import type { ApiResponse } from "../http/message.ts";
import { textResponse } from "../http/respond.ts";
import type { NumberCell } from "../metrics/family.ts";
import type { Services } from "../services.ts";
import type { Filter } from "./filter.ts";
import { isLongRunning } from "./is-long-running.ts";

const RETRY_AFTER_SECONDS = "1";
const READING: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** So many requests are answered at a time, reading and writing counted apart; the rest are told to come back. */
export function limitInFlight({ metrics, limits }: Pick<Services, "metrics" | "limits">): Filter {
  const { readOnly, mutating } = metrics.inFlight;
  const gaugeOf = ({ info }: Context): NumberCell | undefined => {
    if (isLongRunning(info)) {
      return undefined;
    }
    return READING.has(info.verb) ? readOnly : mutating;
  };
  return {
    before(context) {
      const gauge = gaugeOf(context);
      if (gauge === undefined) {
        return undefined;
      }
      const limit = gauge === readOnly ? limits.readOnlyInFlight : limits.mutatingInFlight;
      gauge.value++;
      return gauge.value > limit && !context.user.groups.includes(ADMINISTRATORS) ? tooMany() : undefined;
    },
    after(context) {
      const gauge = gaugeOf(context);
      if (gauge !== undefined) {
        gauge.value--;
      }
    },
  };
}

function tooMany(): ApiResponse {
  const response = textResponse(429, "Too many requests, please try again later.\n");
  response.headers["retry-after"] = RETRY_AFTER_SECONDS;
  return response;
}
