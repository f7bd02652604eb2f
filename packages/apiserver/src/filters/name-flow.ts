import { ADMINISTRATORS } from "@kiln/access";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";
import { isLongRunning } from "./is-long-running.ts";

/**
 * Sets the headers that name the FlowSchema and PriorityLevel of a request. Clients that find them rely on the server's
 * fairness and do not throttle themselves.
 */
export function nameFlow({ flows }: Pick<FilterServices, "flows">): Filter {
  return {
    after({ user, info }, { headers }) {
      // Kubernetes: of the long-running requests, only watches pass priority and fairness
      // (server/filters/priority-and-fairness.go Handle, v1.36).
      const isNamed = info.verb === "watch" || !isLongRunning(info);
      const flow = isNamed ? flows.find(user.groups.includes(ADMINISTRATORS)) : undefined;
      if (flow !== undefined) {
        headers["x-kubernetes-pf-flowschema-uid"] = flow.schema;
        headers["x-kubernetes-pf-prioritylevel-uid"] = flow.level;
      }
      return undefined;
    },
  };
}
