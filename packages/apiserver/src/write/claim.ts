import { allocationFor } from "./prepare.ts";
import { recheckPlace } from "./recheck-place.ts";
import type { Step } from "./write.ts";

/** May change the object: sets its allocations before it is stored. */
export const claim: Step = (write) => {
  const rules = write.resource.strategy.allocation;
  if (rules?.claim === undefined || write.subresource !== "" || write.options.isDryRun) {
    return undefined;
  }
  return rules.claim(write.object, allocationFor(write))?.then(() => recheckPlace(write));
};
