import { refuseIfLate } from "../request/too-late.ts";
import { checkNamespace } from "./check-namespace.ts";
import type { Write } from "./write.ts";

/**
 * Repeats checks after a wait: nothing is written for a client that has disconnected or timed out, and the namespace of
 * a new object must still exist. The store's compare finds changes of the live object.
 */
export function recheckPlace(write: Write): undefined {
  const { context, live } = write;
  refuseIfLate(context);
  if (live === undefined) {
    checkNamespace(write);
  }
  return undefined;
}
