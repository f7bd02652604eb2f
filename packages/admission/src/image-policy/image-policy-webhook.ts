import { asObject, type Clock, getOwn, type JsonObject, type Logger, objectAt, objectsAt, textAt } from "@kiln/api";
import type { AdmissionAttributes, AdmissionPlugin } from "../admission-plugin.ts";
import { annotate } from "../annotate.ts";
import { forbid } from "../forbid.ts";
import { createReviewMemory, type ReviewMemory } from "./review-memory.ts";

/** Configuration of an image policy webhook, which decides which images may run. */
export interface ImagePolicyOptions {
  /** Sends an ImageReview and returns the response. Rejects if the webhook fails. */
  readonly ask: (review: JsonObject) => Promise<JsonObject>;
  /** Time for which a response is cached. */
  readonly allowedMs: number;
  readonly refusedMs: number;
  /** Whether images are allowed if the webhook fails. */
  readonly isAllowedByDefault: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

const AUDIT = "imagepolicywebhook.image-policy.k8s.io/";
const WANTED = ".image-policy.k8s.io/";

/** ImagePolicyWebhook: denies Pods with images that the webhook rejects. */
export function createImagePolicyWebhook(options: ImagePolicyOptions): AdmissionPlugin {
  const memory = createReviewMemory(options);
  return {
    name: "ImagePolicyWebhook",
    isOffByDefault: true,
    handles: ({ resource, subresource, operation }) =>
      resource.group === "" &&
      resource.names.plural === "pods" &&
      (subresource === "" || subresource === "ephemeralcontainers") &&
      (operation === "CREATE" || operation === "UPDATE"),
    validate(attributes) {
      const spec = reviewSpec(attributes);
      const known = memory.recall(spec);
      if (known !== undefined) {
        obey(attributes, known);
        return undefined;
      }
      return review(attributes, spec, { ...options, memory });
    },
  };
}

function reviewSpec({ object = {}, subresource, namespace }: AdmissionAttributes): JsonObject {
  const spec = objectAt(object, "spec");
  const fields = subresource === "" ? ["containers", "initContainers"] : ["ephemeralContainers"];
  const containers = fields
    .flatMap((field) => objectsAt(spec, field))
    .map((container) => ({ image: textAt(container, "image") }));
  const annotations = Object.entries(objectAt(object, "metadata", "annotations"))
    .filter(([key]) => key.includes(WANTED))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...(containers.length === 0 ? {} : { containers }),
    ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    namespace,
  };
}

async function review(
  attributes: AdmissionAttributes,
  spec: JsonObject,
  { ask, memory, log, isAllowedByDefault }: ImagePolicyOptions & { readonly memory: ReviewMemory },
): Promise<undefined> {
  let status: JsonObject;
  try {
    const review = { apiVersion: "imagepolicy.k8s.io/v1alpha1", kind: "ImageReview", metadata: {}, spec };
    const answer = getOwn(await ask({ ...review, status: { allowed: false } }), "status");
    status = asObject(answer);
  } catch (error) {
    log.warn({ err: error }, "image policy webhook: call failed");
    if (!isAllowedByDefault) {
      throw forbid(attributes, error instanceof Error ? error.message : String(error));
    }
    annotate(attributes, { key: `${AUDIT}failed-open`, value: "true" });
    return undefined;
  }
  memory.remember(spec, status);
  obey(attributes, status);
  return undefined;
}

function obey(attributes: AdmissionAttributes, status: JsonObject): void {
  for (const [key, value] of Object.entries(objectAt(status, "auditAnnotations"))) {
    annotate(attributes, { key: AUDIT + key, value: String(value) });
  }
  if (status.allowed === true) {
    return;
  }
  const reason = textAt(status, "reason");
  throw forbid(
    attributes,
    reason === ""
      ? "one or more images rejected by webhook backend"
      : `image policy webhook backend denied one or more images: ${reason}`,
  );
}
