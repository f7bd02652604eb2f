import { STREAM_CONTENT_TYPES } from "../http/media-form.ts";
import { negotiate, negotiateWatch } from "../output/negotiate.ts";
import { openWatch } from "../watch/open-watch.ts";
import { planWatch } from "../watch/watch-plan.ts";
import type { Watches } from "../watch/watches.ts";
import { checkListedNamespace } from "../write/requested-key.ts";
import type { Verb } from "./verb.ts";

export function createWatch(watches: Watches): Verb {
  return async (context, resource) => {
    // Kubernetes: the media type is checked for streaming after the other errors (handlers/get.go ListResource, v1.36).
    negotiate(context, resource);
    checkListedNamespace(resource, context.info.namespace);
    const plan = planWatch(context, resource);
    const output = negotiateWatch(context, resource);
    const body = await openWatch(context, resource, { watches, plan, output });
    const contentType = STREAM_CONTENT_TYPES[output.encoding === "protobuf" ? "protobuf" : "json"];
    return { status: 200, headers: { "content-type": contentType }, body, isEventStream: true };
  };
}
