import type { JsonObject, JsonValue } from "@kiln/api";

/** Request of an AdmissionReview. The handler may change its objects. */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subResource?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly userInfo: JsonObject;
  /** Object of the request; null for DELETE. */
  readonly object: JsonObject | null;
  /** Stored object; null for CREATE. */
  readonly oldObject: JsonObject | null;
  readonly dryRun?: boolean;
  readonly options?: JsonObject | null;
}

export interface JsonPatchOperation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

export interface AdmissionDecision {
  readonly allowed: boolean;
  /** Reason of a denial. */
  readonly message?: string;
  readonly reason?: string;
  /** Set for clients that decode the response as a Status. */
  readonly status?: "Failure";
  /** HTTP status code from 400 to 599; the API server replaces any other by 400. */
  readonly code?: number;
  readonly details?: JsonObject;
  /** Patch; only for mutating webhooks. `diffJson` creates one from two objects. */
  readonly patch?: readonly JsonPatchOperation[];
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

type Awaitable<T> = T | Promise<T>;

/** Decides about one request. An error fails the call, and then the failure policy applies. */
export type Admit = (request: AdmissionRequest, signal: AbortSignal) => Awaitable<AdmissionDecision>;

/** Converts an object to another version. Its errors reach the client that requested the object. */
export type Convert = (object: JsonObject, apiVersion: string, signal: AbortSignal) => Awaitable<JsonObject>;

/** Handler of one path of a webhook server. */
export type ReviewHandler = { readonly admit: Admit } | { readonly convert: Convert };
