import { keepTimes } from "@kiln/apply";
import type { Step } from "./write.ts";

/** Restores the times of managedFields in the object if the write changes nothing else. */
export const keepFieldTimes: Step = ({ object, live }) => {
  if (live !== undefined) {
    keepTimes(object, live.object);
  }
  return undefined;
};
