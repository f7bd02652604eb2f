import { refuseIfLate } from "../request/too-late.ts";
import { checkNamespace } from "./check-namespace.ts";
import type { Write } from "./write.ts";

/**
 * After a wait: nothing is written for a client that has gone or got a timeout, and a new object still
 * needs a place that stays. What happened to the live object meanwhile, the store's compare finds out.
 */
export function recheckPlace(write: Write): undefined {
  const { context, live } = write;
  refuseIfLate(context);
  if (live === undefined) {
    checkNamespace(write);
  }
  return undefined;
}
