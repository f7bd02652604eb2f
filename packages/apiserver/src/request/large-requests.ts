import { yieldTurn } from "@kiln/store";
import type { Context } from "./context.ts";

/** A body of this size takes long enough to delay others. */
const LARGE_BYTES = 64 * 1024;

/** Requests with large bodies, or for large objects: processed one at a time, so that they do not delay all others. */
export interface LargeRequests {
  /** Resolves when all earlier requests have left, with the function to leave. */
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

/** A promise to await if the request is large. Changes the context: it leaves when answered. */
export function enterIfLarge(context: Context, bytes: number): undefined | Promise<void> {
  return bytes <= LARGE_BYTES || context.leave !== undefined ? undefined : enter(context);
}

async function enter(context: Context): Promise<void> {
  context.leave = await context.services.turns.large.enter();
}

/** Lets other work run in the middle of a large request; returns undefined for others. */
export function restIfLarge({ leave }: Context): undefined | Promise<void> {
  return leave === undefined ? undefined : yieldTurn();
}
