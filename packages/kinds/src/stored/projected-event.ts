import type { StoreEvent } from "@kiln/store";

/** A change of one key. For objects stored at the start, `type` is `create`. */
export type ProjectedEvent = Pick<StoreEvent, "type" | "key" | "value" | "revision">;
