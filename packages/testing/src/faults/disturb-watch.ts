import { concatBytes, encodeUtf8, type JsonObject, statusResourceExpired } from "@kiln/api";
import type { Context } from "@kiln/apiserver";
import { encodeWatchFrame } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import type { ActiveFault } from "./fault-set.ts";
import { splitEvents, type WatchFraming } from "./split-events.ts";

/** Applies a fault to the events of a watch: stalls, holds, drops, repeats or ends them. */
export function disturbWatch(response: ApiResponse, fault: ActiveFault, context: Context): ApiResponse {
  const framing = [response.headers["content-type"]].join().includes("protobuf") ? "lengths" : "lines";
  const source = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  // Closes the source, because a generator that waits for its source does not notice that its own reader has ended.
  whenGone(context, () => void source.return?.());
  const events = splitEvents({ [Symbol.asyncIterator]: () => source }, framing);
  return { ...response, body: disturb(events, { fault, context, framing }) };
}

function whenGone({ request }: Context, listener: () => void): void {
  if (request.whenOver !== undefined) {
    request.whenOver(listener);
  } else {
    request.signal.addEventListener("abort", listener, { once: true });
  }
}

interface Disturbance {
  readonly fault: ActiveFault;
  readonly context: Context;
  readonly framing: WatchFraming;
}

async function* disturb(events: AsyncIterable<Uint8Array>, disturbance: Disturbance): AsyncGenerator<Uint8Array> {
  const { fault } = disturbance;
  const { spec } = fault;
  const recent: Uint8Array[] = [];
  let passed = 0;
  for await (const event of events) {
    if (passed === spec.events) {
      fault.noteInjected();
      const goesOn = yield* actOn(recent, disturbance);
      if (!goesOn) {
        return;
      }
    }
    yield event;
    passed++;
    if (passed <= spec.events) {
      recent.push(event.slice());
      recent.splice(0, recent.length - spec.repeat);
    }
  }
}

/** Applies the fault at the chosen event. Returns whether the watch continues. */
async function* actOn(recent: readonly Uint8Array[], disturbance: Disturbance): AsyncGenerator<Uint8Array, boolean> {
  const { fault, context } = disturbance;
  switch (fault.spec.action) {
    case "StallWatch":
      await Promise.race([fault.over, gone(context)]);
      return false;
    case "HoldEvents":
      await Promise.race([fault.over, gone(context)]);
      return true;
    case "DropWatch":
      throw new Error("the watch was dropped by a Fault");
    case "ExpireWatch":
      yield expired(disturbance);
      return false;
    default:
      yield concatBytes(recent);
      return true;
  }
}

function gone(context: Context): Promise<void> {
  return new Promise((resolve) => whenGone(context, resolve));
}

function expired({ context, framing, fault }: Disturbance): Uint8Array {
  const status = statusResourceExpired(fault.spec.message).status as unknown as JsonObject;
  const message = framing === "lengths" ? context.services.protobuf.encode(status) : undefined;
  return message === undefined
    ? encodeUtf8(`${JSON.stringify({ type: "ERROR", object: status })}\n`)
    : encodeWatchFrame("ERROR", message);
}
