import { yieldTurn } from "@kiln/store";
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

export function isLarge({ byteLength }: Uint8Array): boolean {
  return byteLength > LARGE_BYTES;
}

/** Runs long work to its end, and other work between its slices. */
export async function runSlices<Result>(slices: Generator<undefined, Result, undefined>): Promise<Result> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) {
      return value;
    }
    await yieldTurn();
  }
}

/** Yields to other work in the middle of a large request; undefined for all other requests. */
export function restIfLarge({ leave }: Context): undefined | Promise<void> {
  return leave === undefined ? undefined : yieldTurn();
}
