import type { Requester } from "@kiln/admission";
import { runResting } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import type { WebhookReply } from "@kiln/webhook";
import type { Context } from "./context.ts";

/** Size from which a body takes long enough to delay other requests. */
const LARGE_BYTES = 64 * 1024;

/**
 * Queue of requests with large bodies, or for large objects: they are processed one at a time, so that they do not
 * delay all others.
 */
export interface LargeRequests {
  /** Resolves when all earlier requests have left; the result is the function to leave. */
  enter(): Promise<() => void>;
}

export function createLargeRequests(): LargeRequests {
  let last: Promise<void> = Promise.resolve();
  return {
    async enter() {
      const before = last;
      let leave = () => {};
      last = new Promise((resolve) => {
        leave = resolve;
      });
      await before;
      return leave;
    },
  };
}

/** Queues a request if it is large, and returns a promise to await. A large request leaves when it is answered. */
export function enterIfLarge(context: Context, bytes: number): undefined | Promise<void> {
  return bytes <= LARGE_BYTES || context.leave !== undefined ? undefined : enter(context);
}

async function enter(context: Context): Promise<void> {
  context.leave = await context.services.turns.large.enter();
}

/** Whether a client's request is behind the requester; a controller has none. */
export function isContext(requester: Requester): requester is Context {
  return (requester as Partial<Context>).services !== undefined;
}

/**
 * Waits for a reply of another program. Meanwhile a large request lets the next one run, which the other program may
 * wait for. A request with a large reply becomes a large one.
 */
export function waitOutside(requester: Requester, exchange: () => Promise<WebhookReply>): Promise<WebhookReply> {
  return isContext(requester) ? waitWithoutTurn(requester, exchange) : exchange();
}

async function waitWithoutTurn(context: Context, exchange: () => Promise<WebhookReply>): Promise<WebhookReply> {
  context.outside ??= { calls: 0, isLarge: false, entering: undefined };
  const { outside } = context;
  outside.calls++;
  outside.isLarge ||= context.leave !== undefined;
  context.leave?.();
  context.leave = undefined;
  try {
    const reply = await exchange();
    outside.isLarge ||= reply.body.byteLength > LARGE_BYTES;
    return reply;
  } finally {
    outside.calls--;
    if (outside.calls === 0 && outside.isLarge && context.leave === undefined) {
      outside.entering ??= enter(context).then(() => {
        outside.entering = undefined;
      });
      await outside.entering;
    }
  }
}

export function isLarge({ byteLength }: Uint8Array): boolean {
  return byteLength > LARGE_BYTES;
}

/** Runs long work to its end, and other work between its slices. */
export function runSlices<Result>(slices: Generator<undefined, Result, undefined>): Promise<Result> {
  return runResting(slices, yieldTurn);
}

/** Runs work that may have slices to its end without yielding. */
export function runAtOnce<Result>(slices: Generator<undefined, Result, undefined>): Result {
  let step = slices.next();
  while (!step.done) {
    step = slices.next();
  }
  return step.value;
}

/** Yields to other work in the middle of a large request; undefined for all other requests. */
export function restIfLarge({ leave }: Context): undefined | Promise<void> {
  return leave === undefined ? undefined : yieldTurn();
}
