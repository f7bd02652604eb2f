import { type JsonObject, metadataOf, parseTime, printTime } from "@kiln/api";
import type { RequestServices } from "../request/request-services.ts";
import type { Deletion } from "./delete-object.ts";

/**
 * Starts the grace period of the object and returns its seconds. Undefined without a grace period: the object is
 * deleted like any other. `pending` if an earlier deletion ends as soon.
 */
export function markGraceful(
  object: JsonObject,
  gracePeriod: (object: JsonObject, asked: number | undefined) => number,
  { deletion, services }: { readonly deletion: Deletion; readonly services: RequestServices },
): number | "pending" | undefined {
  const metadata = metadataOf(object);
  const { gracePeriodSeconds: asked } = deletion.options;
  const now = services.clock.now();
  if (metadata.deletionTimestamp !== undefined) {
    return hasten(metadata, asked, now);
  }
  const period = gracePeriod(object, asked);
  metadata.deletionTimestamp = printTime(new Date(now.getTime() + period * 1000));
  metadata.deletionGracePeriodSeconds = period;
  if (Number(metadata.generation ?? 0) > 0) {
    metadata.generation = Number(metadata.generation) + 1;
  }
  return period;
}

/** Shortens the grace period of an object that is being deleted; a later deletion cannot extend it. */
function hasten(metadata: JsonObject, asked: number | undefined, now: Date): number | "pending" | undefined {
  const granted = Number(metadata.deletionGracePeriodSeconds ?? 0);
  if (granted === 0) {
    return undefined;
  }
  if (asked === undefined || asked >= granted) {
    return "pending";
  }
  const ends = parseTime(String(metadata.deletionTimestamp)).value ?? now;
  const wanted = new Date(ends.getTime() + (asked - granted) * 1000);
  const isPast = wanted < now;
  const period = isPast && asked !== 0 ? 1 : asked;
  metadata.deletionTimestamp = printTime(isPast ? now : wanted);
  metadata.deletionGracePeriodSeconds = period;
  return period;
}
