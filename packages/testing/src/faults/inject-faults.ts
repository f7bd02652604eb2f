import {
  type Clock,
  type StatusError,
  statusConflict,
  statusInternalError,
  statusServiceUnavailable,
  statusTimeout,
  statusTooManyRequests,
} from "@kiln/api";
import type { Context, Filter } from "@kiln/apiserver";
import type { ApiResponse } from "@kiln/wire";
import { TESTING_GROUP } from "../kinds/definition-of.ts";
import { disturbWatch } from "./disturb-watch.ts";
import { type FaultSpec, isWatchAction } from "./fault.ts";
import type { ActiveFault, FaultSet } from "./fault-set.ts";

export interface FaultContext {
  readonly clock: Clock;
  /** Called with the name of the fault that acts on the current request. */
  noteFault(context: Context, name: string): void;
}

/** Filter that applies the faults of a cluster to its requests. */
export function injectFaults(faults: FaultSet, { clock, noteFault }: FaultContext): Filter {
  const chosen = new WeakMap<Context, ActiveFault>();
  return {
    before(context) {
      if (context.info.group === TESTING_GROUP) {
        return undefined;
      }
      const fault = faults.choose(context);
      if (fault === undefined) {
        return undefined;
      }
      chosen.set(context, fault);
      noteFault(context, fault.name);
      return fault.spec.delayMs > 0 ? delay(clock, fault).then(() => act(fault, context)) : act(fault, context);
    },
    after(context, response) {
      const fault = chosen.get(context);
      if (fault === undefined) {
        return undefined;
      }
      const { action } = fault.spec;
      if (action === "LoseAnswer") {
        fault.noteInjected();
        return brokenResponse();
      }
      return isWatchAction(action) && response.isEventStream === true
        ? disturbWatch(response, fault, context)
        : undefined;
    },
  };
}

/** Ends with the fault as well: no timer of a deleted cluster fires, and its requests must not wait for one. */
function delay(clock: Clock, { spec, onOver }: ActiveFault): Promise<void> {
  return new Promise((resolve) => {
    const forget = onOver(() => {
      timer.cancel();
      resolve();
    });
    const timer = clock.setTimer(spec.delayMs, () => {
      forget();
      resolve();
    });
  });
}

/** Applies the effect before the request is answered; throws the Status of a fault. */
function act(fault: ActiveFault, context: Context): ApiResponse | undefined {
  switch (fault.spec.action) {
    case "Delay":
      fault.noteInjected();
      return undefined;
    case "Status":
      fault.noteInjected();
      throw toStatus(fault.spec, context);
    case "Drop":
      fault.noteInjected();
      return brokenResponse();
    default:
      return undefined;
  }
}

function toStatus({ code, message, retryAfterSeconds: given }: FaultSpec, { info }: Context): StatusError {
  const retryAfterSeconds = given ?? 1;
  switch (code) {
    case 409:
      return statusConflict({ group: info.group, resource: info.resource }, info.name, message);
    case 429:
      return statusTooManyRequests(message, { retryAfterSeconds });
    case 503:
      return statusServiceUnavailable(message, given);
    case 504:
      return statusTimeout(message, retryAfterSeconds);
    default:
      return statusInternalError(message);
  }
}

/** Response whose body fails before its first byte: the adapter resets the stream or closes the connection. */
function brokenResponse(): ApiResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body: breakOff() };
}

// biome-ignore lint/correctness/useYield: a body that has no byte.
async function* breakOff(): AsyncGenerator<Uint8Array> {
  throw new Error("the connection was dropped by a Fault");
}
