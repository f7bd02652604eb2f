import type { StoreEvent } from "@kiln/store";

/** What happened to one key. Of what the store held at the start, `type` is `create`. */
export type ProjectedEvent = Pick<StoreEvent, "type" | "key" | "value" | "revision">;
