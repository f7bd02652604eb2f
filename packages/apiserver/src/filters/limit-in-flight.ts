import { ADMINISTRATORS } from "../authorization/authorizer.ts";
import type { Context } from "../context.ts";
import type { ApiResponse } from "../http/message.ts";
import { textResponse } from "../http/respond.ts";
import type { NumberCell } from "../metrics/family.ts";
import type { Services } from "../services.ts";
import type { Filter } from "./filter.ts";
import { isLongRunning } from "./is-long-running.ts";
import { parseTimeout } from "./parse-timeout.ts";
import { refuseIfLate } from "./too-late.ts";
import { TurnQueue } from "./turn-queue.ts";

const RETRY_AFTER_SECONDS = "1";
const READING: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** What share of the time that a request may take it waits for its turn, and how long at most: Kubernetes' own. */
const WAITING_SHARE = 1 / 4;
const MOST_WAITING_MS = 60_000;

/** Requests of one kind, as many as are answered at a time and those that wait. */
interface Lane {
  readonly gauge: NumberCell;
  readonly limit: number;
  readonly queue: TurnQueue;
  readonly makeRoom: () => void;
}

/**
 * So many requests are answered at a time, reading and writing counted apart; the rest wait for their turn, and those
 * for whom there is no room to wait, or who wait too long, are told to come back. Nodes that all start at once ask for
 * more in a moment than is answered in one: to be told so again and again would keep them longer than to wait.
 */
export function limitInFlight({ metrics, limits, clock }: Pick<Services, "metrics" | "limits" | "clock">): Filter {
  const createLane = (gauge: NumberCell, limit: number): Lane => {
    const queue = new TurnQueue({ clock, mostPerUser: limits.waitingPerUser });
    const makeRoom = () => {
      // Administrators are let in beyond the limit: only who is within it leaves a place.
      if (gauge.value > limit || !queue.letIn()) {
        gauge.value--;
      }
    };
    return { gauge, limit, queue, makeRoom };
  };
  const reading = createLane(metrics.inFlight.readOnly, limits.readOnlyInFlight);
  const writing = createLane(metrics.inFlight.mutating, limits.mutatingInFlight);
  return {
    before(context) {
      const { info, user } = context;
      if (isLongRunning(info)) {
        return undefined;
      }
      const lane = READING.has(info.verb) ? reading : writing;
      if (lane.gauge.value >= lane.limit && !user.groups.includes(ADMINISTRATORS)) {
        const patienceMs = Math.min(parseTimeout(info, limits.requestTimeoutMs) * WAITING_SHARE, MOST_WAITING_MS);
        const turn = lane.queue.wait(user.name, patienceMs);
        return turn === undefined ? tooMany() : afterTurn(context, lane, turn);
      }
      lane.gauge.value++;
      context.makeRoom = lane.makeRoom;
      return undefined;
    },
    after({ makeRoom }) {
      makeRoom?.();
    },
  };
}

/** Whoever is let in takes the place of the one who left, and passes it on at once if nobody waits for the answer. */
async function afterTurn(
  context: Context,
  { makeRoom }: Lane,
  turn: Promise<boolean>,
): Promise<ApiResponse | undefined> {
  if (!(await turn)) {
    return tooMany();
  }
  context.makeRoom = makeRoom;
  refuseIfLate(context);
  return undefined;
}

function tooMany(): ApiResponse {
  const response = textResponse(429, "Too many requests, please try again later.\n");
  response.headers["retry-after"] = RETRY_AFTER_SECONDS;
  return response;
}
