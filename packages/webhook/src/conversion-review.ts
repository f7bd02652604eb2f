import { asObject, isJsonObject, type JsonObject, quoteGo } from "@kiln/api";
import type { ReviewVersion } from "./admission-review.ts";

const GROUP = "apiextensions.k8s.io";

export interface ConversionQuestion {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly JsonObject[];
}

/**
 * Kubernetes: the request carries an empty response object (apiserver/conversion/webhook_converter.go
 * createConversionReviewObjects, v1.36).
 */
export function createConversionReview(version: ReviewVersion, question: ConversionQuestion): JsonObject {
  const { uid, desiredAPIVersion, objects } = question;
  return {
    kind: "ConversionReview",
    apiVersion: `${GROUP}/${version}`,
    request: { uid, desiredAPIVersion, objects: [...objects] },
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  };
}

/** The converted objects as received, or the response's error. */
export function readConversionAnswer(
  review: JsonObject,
  { version, uid }: { readonly version: ReviewVersion; readonly uid: string },
): { readonly objects: readonly unknown[] } | { readonly fault: string } {
  const { kind = "", apiVersion = "", response } = review;
  const other = version === "v1" ? "v1beta1" : "v1";
  if (kind === "ConversionReview" && apiVersion === `${GROUP}/${other}`) {
    return { fault: `converting (${other}.ConversionReview) to (${version}.ConversionReview): unknown conversion` };
  }
  const isOther = kind !== "ConversionReview" || apiVersion !== `${GROUP}/v1`;
  if (version === "v1" && isOther) {
    const got = `${String(apiVersion) === "" ? "/" : String(apiVersion)}, Kind=${String(kind)}`;
    return { fault: `expected webhook response of ${GROUP}/v1, Kind=ConversionReview, got ${got}` };
  }
  if (!isJsonObject(response)) {
    return { fault: "no response provided" };
  }
  const { uid: given = "", result, convertedObjects } = response;
  if (version === "v1" && given !== uid) {
    return { fault: `expected response.uid=${quoteGo(uid)}, got ${quoteGo(String(given))}` };
  }
  const { status = "", message = "" } = asObject(result);
  if (status !== "Success") {
    return { fault: String(message) || `response.result.status was '${String(status)}', not 'Success'` };
  }
  return { objects: Array.isArray(convertedObjects) ? convertedObjects : [] };
}
