import {
  asObject,
  decodeJson,
  encodeJson,
  encodeUtf8,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
} from "@kiln/api";
import type { AdmissionDecision, AdmissionRequest, Admit, Convert, ReviewHandler } from "./review-handler.ts";

/** HTTP response with a review, or with a sentence that explains why there is none. */
export interface ReviewAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Answers one review in the version that it was sent in. Rejects only with an error of `admit`. */
export async function answerReview(
  handler: ReviewHandler,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<ReviewAnswer> {
  const wanted = "admit" in handler ? ADMISSION : CONVERSION;
  const review = readReview(body, wanted);
  if (typeof review === "string") {
    return plainAnswer(400, review);
  }
  const { kind, apiVersion, request } = review;
  const response =
    "admit" in handler ? await admit(handler.admit, request, signal) : await convert(handler.convert, request, signal);
  return { status: 200, contentType: "application/json", body: encodeJson({ kind, apiVersion, response }) };
}

export function plainAnswer(status: number, text: string): ReviewAnswer {
  return { status, contentType: "text/plain; charset=utf-8", body: encodeUtf8(text) };
}

interface Wanted {
  readonly kind: string;
  readonly group: string;
}

const ADMISSION: Wanted = { kind: "AdmissionReview", group: "admission.k8s.io" };
const CONVERSION: Wanted = { kind: "ConversionReview", group: "apiextensions.k8s.io" };

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: JsonObject;
}

/** The decoded review, or the reason why the body is not one, as a sentence. */
function readReview(body: Uint8Array, { kind, group }: Wanted): Review | string {
  let value: JsonValue;
  let duplicates: readonly string[];
  try {
    // The body was read with a size limit, so its length needs no second one.
    ({ value, duplicates } = decodeJson(body, { maxBytes: body.length }));
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return `the body is not JSON: ${error.message}`;
    }
    throw error;
  }
  // Rejects duplicate fields: one of the two would be checked and the other stored.
  const twice = duplicates.find((path) => /^(?:kind|apiVersion|request(?:\.[^.[]+)?)$/.test(path));
  if (twice !== undefined) {
    return `the ${kind} has ${twice} more than once`;
  }
  const { apiVersion = "" } = asObject(value);
  const isKnown = apiVersion === `${group}/v1` || apiVersion === `${group}/v1beta1`;
  if (!isJsonObject(value) || value.kind !== kind || !isKnown) {
    return `the body must be a ${kind} of ${group}/v1 or ${group}/v1beta1`;
  }
  if (!isJsonObject(value.request) || typeof value.request.uid !== "string") {
    return `the ${kind} has no request, or one without uid`;
  }
  return { kind, apiVersion: String(apiVersion), request: value.request };
}

async function admit(decide: Admit, request: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const decision = await decide(request as unknown as AdmissionRequest, signal);
  const { allowed, patch = [], warnings = [], auditAnnotations } = decision;
  const status = statusOf(decision);
  return {
    uid: request.uid as string,
    allowed,
    ...(Object.keys(status).length === 0 ? {} : { status }),
    ...(patch.length === 0
      ? {}
      : { patchType: "JSONPatch", patch: toBase64(encodeJson(patch as unknown as JsonValue)) }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...(auditAnnotations === undefined ? {} : { auditAnnotations: { ...auditAnnotations } }),
  };
}

function statusOf({ status, message, reason, code, details }: AdmissionDecision): JsonObject {
  return {
    ...(status === undefined ? {} : { status }),
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    ...(code === undefined ? {} : { code }),
  };
}

/** Converts all objects or none: the first error is reported. */
async function convert(change: Convert, request: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const uid = request.uid as string;
  const desired = String(request.desiredAPIVersion ?? "");
  const convertedObjects: JsonObject[] = [];
  for (const object of Array.isArray(request.objects) ? request.objects : []) {
    try {
      convertedObjects.push(await change(object as JsonObject, desired, signal));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { uid, convertedObjects: [], result: { status: "Failure", message } };
    }
  }
  return { uid, convertedObjects, result: { status: "Success" } };
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary);
}
