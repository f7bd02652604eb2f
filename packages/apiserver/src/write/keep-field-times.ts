import { keepTimes } from "@kiln/apply";
import type { Step } from "./write.ts";

/** Changes the object: a write that changes nothing else keeps the times of managedFields. */
export const keepFieldTimes: Step = ({ object, live }) => {
  if (live !== undefined) {
    keepTimes(object, live.object);
  }
  return undefined;
};
