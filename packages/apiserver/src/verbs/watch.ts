import { negotiate, negotiateWatch } from "../http/negotiate.ts";
import { openWatch } from "../watch/open-watch.ts";
import { planWatch } from "../watch/watch-plan.ts";
import type { Verb } from "./verb.ts";

export const watch: Verb = async (context, resource) => {
  // Kubernetes: whether the form can be streamed is asked after what else may be wrong.
  negotiate(context, resource);
  const plan = planWatch(context, resource);
  const output = negotiateWatch(context, resource);
  const body = await openWatch(context, resource, { plan, output });
  return { status: 200, headers: { "content-type": "application/json" }, body, isEventStream: true };
};
