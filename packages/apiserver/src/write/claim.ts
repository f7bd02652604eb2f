import { allocationFor } from "./prepare.ts";
import { recheckPlace } from "./recheck-place.ts";
import type { Step } from "./write.ts";

/** Claims the allocations of the object, such as addresses and node ports of a Service, before it is stored. */
export const claim: Step = (write) => {
  const rules = write.resource.strategy.allocation;
  if (rules?.claim === undefined || write.subresource !== "" || write.options.isDryRun) {
    return undefined;
  }
  return rules.claim(write.object, allocationFor(write))?.then(() => recheckPlace(write));
};
