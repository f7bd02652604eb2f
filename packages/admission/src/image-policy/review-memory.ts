import type { JsonObject } from "@kiln/api";
import type { ImagePolicyOptions } from "./image-policy-webhook.ts";

/** Cache of webhook responses, until they expire. */
export interface ReviewMemory {
  recall(spec: JsonObject): JsonObject | undefined;
  remember(spec: JsonObject, status: JsonObject): void;
}

/** Kubernetes: a least-recently-used cache of this size (imagepolicy/admission.go NewImagePolicyWebhook, v1.36). */
const MAX_REMEMBERED = 1024;

export function createReviewMemory({
  clock,
  allowedMs,
  refusedMs,
}: Pick<ImagePolicyOptions, "clock" | "allowedMs" | "refusedMs">): ReviewMemory {
  const known = new Map<string, { readonly status: JsonObject; readonly untilMs: number }>();
  return {
    recall(spec) {
      const question = JSON.stringify(spec);
      const found = known.get(question);
      known.delete(question);
      if (found === undefined || found.untilMs <= clock.monotonicMs()) {
        return undefined;
      }
      known.set(question, found);
      return found.status;
    },
    remember(spec, status) {
      const lastsMs = status.allowed === true ? allowedMs : refusedMs;
      known.set(JSON.stringify(spec), { status, untilMs: clock.monotonicMs() + lastsMs });
      if (known.size > MAX_REMEMBERED) {
        known.delete(known.keys().next().value as string);
      }
    },
  };
}
