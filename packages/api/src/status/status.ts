import { type FieldError, printFieldErrorBody } from "../field/field-error.ts";
import { quoteGo } from "../go/go-print.ts";
import { type GroupKind, type GroupResource, printGroupKind, printGroupResource } from "../meta/group-version.ts";
import type { ListMeta } from "../meta/object.ts";
import type { JsonObject } from "../value/json-value.ts";

/** Cause in a Status: `reason` is the type of the error, `field` its path. */
export interface StatusCause extends JsonObject {
  reason?: string;
  message?: string;
  field?: string;
}

/** Object of the request. `kind` is the plural of a resource for most reasons, and a kind for Invalid. */
export interface StatusDetails extends JsonObject {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

/** Response that contains no object: a failure, or a successful delete. Its fields are in Kubernetes' order. */
export interface Status extends JsonObject {
  kind: "Status";
  apiVersion: "v1";
  metadata: ListMeta;
  status: "Success" | "Failure";
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

/** Error with a Status for the client. Any other error that is thrown becomes a 500. */
export class StatusError extends Error {
  readonly status: Status;

  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? "", options);
    this.name = "StatusError";
    this.status = status;
  }
}

export function statusNotFound(resource: GroupResource, name: string): StatusError {
  const message = `${printGroupResource(resource)} ${quoteGo(name)} not found`;
  return failure({ code: 404, reason: "NotFound", message, details: about(resource, name) });
}

export function statusAlreadyExists(resource: GroupResource, name: string): StatusError {
  const message = `${printGroupResource(resource)} ${quoteGo(name)} already exists`;
  return failure({ code: 409, reason: "AlreadyExists", message, details: about(resource, name) });
}

/** Status of a create whose name belongs to an object that is being deleted. */
export function statusBeingDeleted(resource: GroupResource, name: string): StatusError {
  const message = `object is being deleted: ${printGroupResource(resource)} ${quoteGo(name)} already exists`;
  return failure({ code: 409, reason: "AlreadyExists", message, details: about(resource, name) });
}

/** Status of a create with generateName whose generated names all exist. */
export function statusGenerateNameConflict(
  resource: GroupResource,
  name: string,
  retryAfterSeconds: number,
): StatusError {
  const why = "already exists, the server was not able to generate a unique name for the object";
  const message = `${printGroupResource(resource)} ${quoteGo(name)} ${why}`;
  return failure({
    code: 409,
    reason: "AlreadyExists",
    message,
    details: { ...about(resource, name), retryAfterSeconds },
  });
}

export function statusUnauthorized(message: string): StatusError {
  return failure({ code: 401, reason: "Unauthorized", message: message === "" ? "not authorized" : message });
}

/** Status of a forbidden request, which is for a path without `resource`, and for a collection without `name`. */
export function statusForbidden(resource: GroupResource, name: string, why: string): StatusError {
  return failure({
    code: 403,
    reason: "Forbidden",
    message: forbiddenMessage(resource, name, why),
    details: about(resource, name),
  });
}

export function statusNamespaceTerminating(resource: GroupResource, name: string, namespace: string): StatusError {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  return failure({
    code: 403,
    reason: "Forbidden",
    message: forbiddenMessage(resource, name, why),
    details: { ...about(resource, name), causes: [cause] },
  });
}

/** Status of a request that an admission policy denied. */
export interface PolicyDenial {
  readonly resource: GroupResource;
  readonly name: string;
  readonly message: string;
  readonly reason: string;
  readonly code: number;
  /** Messages of the rules that denied the request, one each. */
  readonly causes: readonly string[];
}

/**
 * Kubernetes: validating policies prefix their message as {@link statusForbidden} does, mutating ones do not
 * (policy/validating/dispatcher.go Dispatch and policy/mutating/dispatcher.go dispatchInvocations, v1.36).
 */
export function statusPolicyDenied(denial: PolicyDenial): StatusError {
  const { resource, name, code, reason, message } = denial;
  const causes = denial.causes.map((cause) => ({ message: cause }));
  return failure({ code, reason, message, details: { ...about(resource, name), causes } });
}

/** Message of a Forbidden about a resource, for responses with another code. */
export function forbiddenMessage(resource: GroupResource, name: string, why: string): string {
  if (resource.group === "" && resource.resource === "") {
    return `forbidden: ${why}`;
  }
  const subject = name === "" ? printGroupResource(resource) : `${printGroupResource(resource)} ${quoteGo(name)}`;
  return `${subject} is forbidden: ${why}`;
}

/** Status in a webhook's response with `allowed: false`; any field may be missing. */
export type WebhookResult = Readonly<Partial<Pick<Status, "message" | "reason" | "details" | "code">>>;

/**
 * Kubernetes: a code below 400 counts as absent, and the default is 400 (webhook/errors/statuserror.go ToStatusErr,
 * v1.36).
 */
export function statusWebhookDenied(webhook: string, result: WebhookResult): StatusError {
  const denied = `admission webhook ${quoteGo(webhook)} denied the request`;
  const why = result.message || result.reason;
  const code = result.code !== undefined && result.code >= 400 ? result.code : 400;
  const message = why ? `${denied}: ${why}` : `${denied} without explanation`;
  return failure({ ...result, code, message });
}

export function statusConflict(resource: GroupResource, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${printGroupResource(resource)} ${quoteGo(name)}: ${why}`;
  return failure({ code: 409, reason: "Conflict", message, details: about(resource, name) });
}

/** Status of an apply that conflicts with other managers. It names no object, only the causes. */
export function statusApplyConflict(causes: readonly StatusCause[], message: string): StatusError {
  return failure({ code: 409, reason: "Conflict", message, details: { causes: causes.slice(0, MAX_CAUSES) } });
}

export function statusGone(message: string): StatusError {
  return failure({ code: 410, reason: "Gone", message });
}

/**
 * Status for a resourceVersion or continue token older than the history. `continueToken` lets the client continue its
 * list, which is then inconsistent.
 */
export function statusResourceExpired(message: string, continueToken?: string): StatusError {
  const expired = failure({ code: 410, reason: "Expired", message });
  return continueToken === undefined
    ? expired
    : new StatusError({ ...expired.status, metadata: { continue: continueToken } });
}

/** Maximum characters of error text in all causes of a Status: many errors may contain the same long value. */
const MAX_CAUSE_CHARACTERS = 1024 * 1024;

/** Maximum number of causes; the message counts the others. Kubernetes has no maximum. */
const MAX_CAUSES = 100;

interface PrintedCauses {
  readonly causes: StatusCause[];
  /** Errors as one text, without duplicates, in brackets if there are several. */
  readonly list: string;
}

function printCauses(errors: readonly FieldError[]): PrintedCauses {
  const causes: StatusCause[] = [];
  const sentences = new Set<string>();
  let room = MAX_CAUSE_CHARACTERS;
  for (const error of errors) {
    if (room < 0 || causes.length === MAX_CAUSES) {
      sentences.add(`and ${errors.length - causes.length} more errors`);
      break;
    }
    const { reason, field } = error;
    const message = printFieldErrorBody(error);
    room -= message.length + field.length;
    causes.push({ reason, message, field });
    sentences.add(`${field}: ${message}`);
  }
  const list = [...sentences].join(", ");
  return { causes, list: sentences.size > 1 ? `[${list}]` : list };
}

/** Status of a validation failure: each error is a cause; the message contains each distinct error once. */
export function statusInvalid(kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError {
  const { causes, list } = printCauses(errors);
  const subject = `${printGroupKind(kind)} ${quoteGo(name)} is invalid`;
  return failure({
    code: 422,
    reason: "Invalid",
    message: list === "" ? subject : `${subject}: ${list}`,
    details: { name, group: kind.group, kind: kind.kind, causes },
  });
}

export function statusBadRequest(message: string): StatusError {
  return failure({ code: 400, reason: "BadRequest", message });
}

/**
 * Status 429. `causes` are for denials such as that of an eviction, which name the exhausted budget. Without options
 * there is no Retry-After.
 */
export function statusTooManyRequests(
  message: string,
  options?: { readonly retryAfterSeconds: number; readonly causes?: readonly StatusCause[] },
): StatusError {
  const details = options && { ...options, causes: [...(options.causes ?? [])] };
  return failure({ code: 429, reason: "TooManyRequests", message, ...(details && { details }) });
}

export function statusServiceUnavailable(message: string, retryAfterSeconds?: number): StatusError {
  const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  return failure({ code: 503, reason: "ServiceUnavailable", message, ...details });
}

export function statusMethodNotSupported(resource: GroupResource, action: string): StatusError {
  const message = `${action} is not supported on resources of kind ${quoteGo(printGroupResource(resource))}`;
  return failure({ code: 405, reason: "MethodNotAllowed", message, details: about(resource, "") });
}

/** Status of a request that timed out, with unknown effect. */
export function statusTimeout(message: string, retryAfterSeconds: number): StatusError {
  return failure({ code: 504, reason: "Timeout", message: `Timeout: ${message}`, details: { retryAfterSeconds } });
}

/**
 * Status of an operation that the server cannot complete now. Kubernetes: a 500 whose details.kind is the resource and
 * details.name the operation (api/errors/errors.go NewServerTimeout, v1.36).
 */
export function statusServerTimeout(
  resource: GroupResource,
  operation: string,
  retryAfterSeconds: number,
): StatusError {
  const subject = `The ${operation} operation against ${printGroupResource(resource)}`;
  return failure({
    code: 500,
    reason: "ServerTimeout",
    message: `${subject} could not be completed at this time, please try again.`,
    details: { ...about(resource, operation), retryAfterSeconds },
  });
}

/** Status of a read at a revision that does not exist yet. */
export function statusTooLargeResourceVersion(
  requested: bigint | number,
  current: bigint | number,
  retryAfterSeconds: number,
): StatusError {
  const cause = { reason: "ResourceVersionTooLarge", message: "Too large resource version" };
  return failure({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: { causes: [cause], retryAfterSeconds },
  });
}

/** Status of an internal error. `cause` is the original error: the client gets only its message, the log all of it. */
export function statusInternalError(message: string, cause?: unknown): StatusError {
  return failure(
    {
      code: 500,
      reason: "InternalError",
      message: `Internal error occurred: ${message}`,
      details: { causes: [{ message }] },
    },
    cause,
  );
}

/**
 * Kubernetes: an unknown error is a 500 without a reason and without details (responsewriters/status.go
 * ErrorToAPIStatus, v1.36).
 */
export function statusFromPlainError(message: string, cause?: unknown): StatusError {
  return failure({ code: 500, message }, cause);
}

export function statusRequestEntityTooLarge(message: string): StatusError {
  return failure({ code: 413, reason: "RequestEntityTooLarge", message: `Request entity too large: ${message}` });
}

/** Status 415; `accepted` are the media types that the body may have, best first. */
export function statusUnsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return failure({ code: 415, reason: "UnsupportedMediaType", message });
}

/** Status 406; `accepted` are media types of the response, `target` is the kind of a conversion such as Table. */
export function statusNotAcceptable(accepted: readonly string[], target?: string): StatusError {
  const when = target === undefined ? "" : ` when converting to ${target}`;
  const message = `only the following media types are accepted${when}: ${accepted.join(", ")}`;
  return failure({ code: 406, reason: "NotAcceptable", message });
}

/** Status for an object that cannot be converted to the requested kind, such as a Table. */
export function statusNotConvertible(message: string): StatusError {
  return failure({ code: 406, reason: "NotAcceptable", message });
}

/** Status 501 of a request that needs a kubelet, on a server without nodes. */
export function statusNotImplemented(message: string): StatusError {
  return failure({ code: 501, message });
}

const GENERIC: ReadonlyMap<number, readonly [reason: string, message: string]> = new Map([
  [400, ["BadRequest", "the server rejected our request for an unknown reason"]],
  [404, ["NotFound", "the server could not find the requested resource"]],
  [405, ["MethodNotAllowed", "the server does not allow this method on the requested resource"]],
  [406, ["NotAcceptable", "the server was unable to respond with a content type that the client supports"]],
  [415, ["UnsupportedMediaType", ""]],
  [422, ["Invalid", "the server rejected our request due to an error in our request"]],
]);

/** Status for a path without a resource, with no reason but the code. `message` is used for 406 and 415. */
export function statusGeneric(code: 400 | 404 | 405 | 406 | 415 | 422, message = ""): StatusError {
  const [reason, usual] = GENERIC.get(code) as readonly [string, string];
  const shown = (code === 406 && message !== "") || code === 415 ? message : usual;
  return failure({ code, reason, message: shown, details: {} });
}

/** Status that a client derives from an error in plain text, as proxies send it. */
export function statusFromText(code: number, text: string): StatusError {
  return failure({ code, message: text === "" ? `the server answered ${code}` : text });
}

/** Status of a delete that left no object, or, with a code, of a create that stores none. */
export function statusSuccess(answer: { readonly details?: StatusDetails; readonly code?: number }): Status {
  const { details, code } = answer;
  return assemble({ ...(details && { details }), ...(code !== undefined && { code }) }, "Success");
}

interface Parts {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: StatusDetails;
}

function failure(parts: Parts, cause?: unknown): StatusError {
  return new StatusError(assemble(parts, "Failure"), cause === undefined ? undefined : { cause });
}

function about(resource: GroupResource, name: string): StatusDetails {
  return { name, group: resource.group, kind: resource.resource };
}

function assemble({ message, reason, details, code }: Parts, status: Status["status"]): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status,
    ...(message && { message }),
    ...(reason && { reason }),
    ...(details && { details: orderDetails(details) }),
    ...(code !== undefined && { code }),
  };
}

/** Details in Kubernetes' order without empty fields; `{}` if all are empty. */
function orderDetails({ name, group, kind, uid, causes, retryAfterSeconds }: StatusDetails): StatusDetails {
  return {
    ...(name && { name }),
    ...(group && { group }),
    ...(kind && { kind }),
    ...(uid && { uid }),
    ...(causes && causes.length > 0 && { causes }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
}
