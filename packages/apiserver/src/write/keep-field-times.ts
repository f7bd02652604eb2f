import { keepTimes } from "@kiln/apply";
import type { Step } from "./write.ts";

/** Changes the object: a write that changes nothing else does not change the times of its owners either. */
export const keepFieldTimes: Step = ({ object, live }) => {
  if (live !== undefined) {
    keepTimes(object, live.object);
  }
  return undefined;
};
