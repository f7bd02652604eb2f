import type { Range, Watch } from "@kiln/store";
import type { ApiResponse } from "../http/message.ts";
import { listPrefix } from "../list/selection.ts";
import { readServedBytes } from "../read-object.ts";
import type { Resource } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
import { createEventEncoder, encodeWatchLine } from "../watch/encode-event.ts";
import type { Verb } from "./verb.ts";

export const watch: Verb = async ({ services, info, request }, resource) => {
  const prefix = listPrefix(resource, info.namespace);
  const version = info.query.get("resourceVersion") ?? "";
  const isFromNow = version === "" || version === "0";
  const initial = isFromNow ? await services.store.range({ prefix }) : undefined;
  const after = initial?.revision ?? Number(version);
  const events = await withStoreErrors(resource, "", () => services.store.watch({ prefix, after }));
  const response: ApiResponse = {
    status: 200,
    headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
    body: stream(resource, initial, events),
  };
  request.signal.addEventListener("abort", () => events.close(), { once: true });
  return response;
};

async function* stream(resource: Resource, initial: Range | undefined, events: Watch): AsyncGenerator<Uint8Array> {
  const encode = createEventEncoder(resource);
  try {
    if (initial !== undefined) {
      for await (const slice of initial) {
        for (const entry of slice.entries) {
          yield encodeWatchLine("ADDED", readServedBytes(resource, entry));
        }
      }
    }
    for await (const batch of events) {
      for (const event of batch.events) {
        yield encode(event);
      }
    }
  } finally {
    events.close();
  }
}
