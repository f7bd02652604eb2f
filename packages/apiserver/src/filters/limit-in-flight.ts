import { ADMINISTRATORS } from "@kiln/access";
import type { NumberCell } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import { textResponse } from "../http/respond.ts";
import type { Context } from "../request/context.ts";
import { parseTimeout } from "../request/parse-timeout.ts";
import type { Seat } from "../request/seat.ts";
import { refuseIfLate } from "../request/too-late.ts";
import { SMALL_ANSWER_BYTES, type UnreadShare } from "../request/unread-bytes.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";
import { isLongRunning } from "./is-long-running.ts";
import { Lane } from "./lane.ts";
import { TurnQueue } from "./turn-queue.ts";

const RETRY_AFTER_SECONDS = "1";
const READING: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** Part of a request's time limit that it may wait in the queue, and the maximum, as in Kubernetes. */
const WAITING_SHARE = 1 / 4;
const MOST_WAITING_MS = 60_000;

/**
 * Limits the number of requests answered at a time, read-only and mutating requests counted separately. Others wait in
 * a queue; a request gets 429 if the queue is full or the wait is too long. Nodes that all start at once send more
 * requests in a moment than can be answered: repeated 429s would delay them longer than the queue. Every request,
 * long-running or not, opens its share of the unread bytes here, once its user is known.
 */
export function limitInFlight({
  metrics,
  limits,
  clock,
  unread,
}: Pick<FilterServices, "metrics" | "limits" | "clock" | "unread">): Filter {
  const createLane = (gauge: NumberCell, limit: number): Lane => {
    const queue = new TurnQueue({ clock, mostPerUser: limits.waitingPerUser });
    return new Lane({ gauge, limit, queue });
  };
  const reading = createLane(metrics.inFlight.readOnly, limits.readOnlyInFlight);
  const writing = createLane(metrics.inFlight.mutating, limits.mutatingInFlight);
  return {
    before(context) {
      const { info, user, request } = context;
      const share = unread.open(user.name);
      context.unread = share;
      request.whenOver?.(() => {
        share.close();
        context.seat?.leave();
      });
      if (isLongRunning(info)) {
        return undefined;
      }
      // A write cannot be refused once it is done: a user whose clients do not read responses may not write.
      if (!READING.has(info.verb) && share.isOverdrawn) {
        return tooMany();
      }
      const lane = READING.has(info.verb) ? reading : writing;
      const seat = user.groups.includes(ADMINISTRATORS) ? lane.enterBeyond(user.name) : lane.enter(user.name);
      if (seat !== undefined) {
        context.seat = seat;
        share.waiter = seat;
        return undefined;
      }
      const patienceMs = Math.min(parseTimeout(info, limits.requestTimeoutMs) * WAITING_SHARE, MOST_WAITING_MS);
      const turn = lane.wait(user.name, patienceMs);
      return turn === undefined ? tooMany() : afterTurn(context, turn);
    },
    after(context, response) {
      const { seat, unread: share, request } = context;
      seat?.finish();
      if (share !== undefined) {
        share.waiter = undefined;
      }
      if (request.whenOver === undefined) {
        share?.close();
        seat?.leave();
        return undefined;
      }
      return share !== undefined && response.body instanceof Uint8Array
        ? holdBody(context, share, response.body.byteLength)
        : undefined;
    },
  };
}

/**
 * Counts a body that is sent at once. A large one is refused if there is no room for it, unless it is the response to a
 * write.
 */
function holdBody({ info }: Context, share: UnreadShare, bytes: number): ApiResponse | undefined {
  const mayRefuse = bytes > SMALL_ANSWER_BYTES && READING.has(info.verb);
  if (mayRefuse && !share.tryReserve(bytes)) {
    share.set(0);
    return tooMany();
  }
  share.set(bytes);
  return undefined;
}

/** Releases the seat at once if the client has disconnected. */
async function afterTurn(context: Context, turn: Promise<Seat | undefined>): Promise<ApiResponse | undefined> {
  const seat = await turn;
  if (seat === undefined) {
    return tooMany();
  }
  context.seat = seat;
  if (context.unread !== undefined) {
    context.unread.waiter = seat;
  }
  // Leaves at once if the client has disconnected while it was queued.
  context.request.whenOver?.(() => seat.leave());
  refuseIfLate(context);
  return undefined;
}

function tooMany(): ApiResponse {
  const response = textResponse(429, "Too many requests, please try again later.\n");
  response.headers["retry-after"] = RETRY_AFTER_SECONDS;
  return response;
}
