import { yieldTurn } from "@kiln/store";
import type { Context } from "./context.ts";

/** A body of this size takes long enough to delay others. */
const LARGE_BYTES = 64 * 1024;

/** Requests with large bodies, or for large objects: one at a time, so that no two hold up all the others together. */
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

/** Something to wait for, if the request turns out to be a large one. Changes the context: it leaves when answered. */
export function enterIfLarge(context: Context, bytes: number): undefined | Promise<void> {
  return bytes <= LARGE_BYTES || context.leave !== undefined ? undefined : enter(context);
}

async function enter(context: Context): Promise<void> {
  context.leave = await context.services.turns.large.enter();
}

/** Lets others have a turn, in the middle of a large request. Nothing to wait for in any other. */
export function restIfLarge({ leave }: Context): undefined | Promise<void> {
  return leave === undefined ? undefined : yieldTurn();
}
