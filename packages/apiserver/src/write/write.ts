import type { JsonObject } from "@kiln/api";
import type { Context } from "../context.ts";
import type { LiveObject } from "../read-object.ts";
import type { Resource } from "../resources/resource.ts";
import type { WriteOptions } from "../verbs/options.ts";

/** One write on its way through the steps. The steps change `object`, and nothing else. */
export interface Write {
  readonly context: Context;
  readonly resource: Resource;
  readonly operation: "create" | "update";
  readonly subresource: string;
  readonly namespace: string;
  readonly options: WriteOptions;
  /** What the client wants, in the resource's version. */
  readonly object: JsonObject;
  /** What is stored, for an update. */
  readonly live?: LiveObject;
}

/** A step that needs no I/O returns nothing, so that plain writes reach the queue without giving up their turn. */
export type Step = (write: Write) => undefined | Promise<undefined>;

export async function runSteps(steps: readonly Step[], write: Write): Promise<void> {
  for (const step of steps) {
    const pending = step(write);
    if (pending !== undefined) {
      await pending;
    }
  }
}

export function metadataOf(object: JsonObject): JsonObject {
  const metadata = object.metadata;
  if (typeof metadata === "object" && metadata !== null && !Array.isArray(metadata)) {
    return metadata;
  }
  const fresh: JsonObject = {};
  object.metadata = fresh;
  return fresh;
}
