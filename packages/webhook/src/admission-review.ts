import { describeGoValue, encodeBytewise, isJsonObject, type JsonObject, type JsonValue, quoteGo } from "@kiln/api";

export type ReviewVersion = "v1" | "v1beta1";

const GROUP = "admission.k8s.io";

/**
 * Kubernetes: the first version of the webhook's list that the server supports; undefined if there is none
 * (webhook/request/admissionreview.go CreateAdmissionObjects, v1.36).
 */
export function pickReviewVersion(versions: readonly string[]): ReviewVersion | undefined {
  return versions.find((version): version is ReviewVersion => version === "v1" || version === "v1beta1");
}

export function createAdmissionReview(version: ReviewVersion, request: JsonObject): JsonObject {
  return { kind: "AdmissionReview", apiVersion: `${GROUP}/${version}`, request };
}

/** Decision of a webhook. */
export interface AdmissionAnswer {
  readonly isAllowed: boolean;
  /** JSON patch as bytes; undefined if the webhook changes nothing. */
  readonly patch: Uint8Array | undefined;
  readonly patchType: string;
  /** Reason of a denial: fields of a Status. */
  readonly result: JsonObject;
  readonly warnings: readonly string[];
  readonly auditAnnotations: ReadonlyMap<string, string>;
}

export interface ExpectedAnswer {
  readonly version: ReviewVersion;
  readonly uid: string;
  readonly isMutating: boolean;
}

/** The answer of a webhook, or the error of an invalid one, with Kubernetes' message. */
export type AnswerReading = { readonly answer: AdmissionAnswer } | { readonly fault: AnswerFault };

export interface AnswerFault {
  /** `call`: the body is not a review. `response`: it is a review, without a valid response to the request. */
  readonly about: "call" | "response";
  readonly message: string;
}

export function readAdmissionAnswer(review: JsonObject, expected: ExpectedAnswer): AnswerReading {
  const undecodable = checkTypes(review, expected.version);
  if (undecodable !== undefined) {
    return { fault: { about: "call", message: undecodable } };
  }
  if (!isJsonObject(review.response)) {
    return { fault: { about: "response", message: "webhook response was absent" } };
  }
  const message = expected.version === "v1" ? checkResponse(review, review.response, expected) : undefined;
  return message === undefined
    ? { answer: toAnswer(review.response, expected) }
    : { fault: { about: "response", message } };
}

function toAnswer(response: JsonObject, { version, isMutating }: ExpectedAnswer): AdmissionAnswer {
  const patch = isMutating && typeof response.patch === "string" && response.patch !== "" ? response.patch : undefined;
  const warnings = Array.isArray(response.warnings) ? response.warnings.map(String) : [];
  const annotations = isJsonObject(response.auditAnnotations) ? Object.entries(response.auditAnnotations) : [];
  return {
    isAllowed: response.allowed === true,
    patch: patch === undefined ? undefined : fromBase64(patch),
    // Kubernetes: the type of patches was not checked before v1 (webhook/request/admissionreview.go
    // VerifyAdmissionResponse, v1.36).
    patchType: version === "v1" ? String(response.patchType ?? "") : "JSONPatch",
    result: isJsonObject(response.status) ? response.status : {},
    warnings,
    auditAnnotations: new Map(annotations.map(([key, value]) => [key, String(value)])),
  };
}

function checkResponse(review: JsonObject, response: JsonObject, expected: ExpectedAnswer): string | undefined {
  const { uid = "" } = response;
  if (uid !== expected.uid) {
    return `expected response.uid=${quoteGo(expected.uid)}, got ${quoteGo(String(uid))}`;
  }
  const { kind = "", apiVersion = "" } = review;
  if (kind !== "AdmissionReview" || apiVersion !== `${GROUP}/v1`) {
    const got = `${String(apiVersion) === "" ? "/" : String(apiVersion)}, Kind=${String(kind)}`;
    return `expected webhook response of ${GROUP}/v1, Kind=AdmissionReview, got ${got}`;
  }
  const hasPatch = typeof response.patch === "string" && response.patch !== "";
  const hasType = (response.patchType ?? null) !== null;
  return expected.isMutating ? checkPatch(hasPatch, response.patchType) : refusePatch(hasPatch, hasType);
}

function checkPatch(hasPatch: boolean, type: JsonValue | undefined): string | undefined {
  const hasType = (type ?? null) !== null;
  if (hasPatch && !hasType) {
    return "webhook returned response.patch but not response.patchType";
  }
  if (!hasPatch && hasType) {
    return "webhook returned response.patchType but not response.patch";
  }
  return type === "" ? 'webhook returned invalid response.patchType of ""' : undefined;
}

function refusePatch(hasPatch: boolean, hasType: boolean): string | undefined {
  if (hasPatch) {
    return "validating webhook may not return response.patch";
  }
  return hasType ? "validating webhook may not return response.patchType" : undefined;
}

const RESPONSE_TYPES: readonly (readonly [field: string, type: string, goType: string])[] = [
  ["uid", "string", "types.UID"],
  ["allowed", "boolean", "bool"],
  ["status", "object", "v1.Status"],
  ["patch", "base64", "[]uint8"],
  ["patchType", "string", "PatchType"],
  ["auditAnnotations", "object", "map[string]string"],
  ["warnings", "array", "[]string"],
];

/** Errors of Go's decoder for fields of a wrong type, and for a review of another version or kind. */
function checkTypes(review: JsonObject, version: ReviewVersion): string | undefined {
  const { kind = "", apiVersion = "" } = review;
  const own = `${GROUP}/${version}`;
  if (apiVersion !== "" && apiVersion !== own) {
    const [group, other] = String(apiVersion).split("/");
    return group === GROUP && (other === "v1" || other === "v1beta1")
      ? `converting (${other}.AdmissionReview) to (${version}.AdmissionReview): unknown conversion`
      : `no kind ${quoteGo(String(kind))} is registered for version ${quoteGo(String(apiVersion))} in scheme "pkg/runtime/scheme.go:111"`;
  }
  if (kind !== "" && kind !== "AdmissionReview") {
    return `no kind ${quoteGo(String(kind))} is registered for version ${quoteGo(own)} in scheme "pkg/runtime/scheme.go:111"`;
  }
  const { response = null } = review;
  if (response !== null && !isJsonObject(response)) {
    return mistyped(response, "AdmissionReview.response", `${version}.AdmissionResponse`);
  }
  for (const [field, type, goType] of RESPONSE_TYPES) {
    const fault = checkField(response?.[field] ?? null, type, { field, goType: named(goType, version) });
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function named(goType: string, version: ReviewVersion): string {
  return goType === "PatchType" ? `${version}.PatchType` : goType;
}

function checkField(
  value: JsonValue,
  type: string,
  { field, goType }: { readonly field: string; readonly goType: string },
): string | undefined {
  if (value === null) {
    return undefined;
  }
  if (type === "base64" && typeof value === "string") {
    return isBase64(value) ? undefined : "illegal base64 data at input byte 0";
  }
  const found = Array.isArray(value) ? "array" : typeof value;
  return found === type ? undefined : mistyped(value, `AdmissionResponse.response.${field}`, goType);
}

function mistyped(value: JsonValue, field: string, goType: string): string {
  return `json: cannot unmarshal ${describeGoValue(value)} into Go struct field ${field} of type ${goType}`;
}

function isBase64(text: string): boolean {
  const plain = text.replace(/[\r\n]/g, "");
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}

function fromBase64(text: string): Uint8Array {
  return encodeBytewise(atob(text));
}
