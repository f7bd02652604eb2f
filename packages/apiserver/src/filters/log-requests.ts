import { decodeUtf8, isJsonObject, parseJson } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";
import type { Filter } from "./filter.ts";

/** Log entry of one answered request. */
export interface LoggedRequest {
  readonly user: string;
  readonly verb: string;
  /** `configmaps default/settings`, `pods.status default/web`, or the path of a non-resource request. */
  readonly object: string;
  readonly code: number;
  readonly ms: number;
  /** Message of the Status, if the request failed. */
  readonly message?: string;
  /** Admission webhooks that changed the object. */
  readonly mutatedBy?: readonly string[];
  /** Admission webhooks that failed and whose failure policy is Ignore. */
  readonly failedOpen?: readonly string[];
}

export interface RequestLog {
  /** Whether to log every request, or only rejected writes. */
  readonly isVerbose: boolean;
  /** Writes an entry. Returns at once. */
  write(request: LoggedRequest): void;
}

const HEALTH = /^\/(healthz|livez|readyz)(\/|$)/;
const READS: ReadonlySet<string> = new Set(["get", "list", "watch", "head", "options"]);
/** Status codes of normal operation, which are not logged: absent objects, and conflicts that controllers retry. */
const ROUTINE: ReadonlySet<number> = new Set([404, 409]);
/** Kinds whose error messages may contain confidential values. */
const CONFIDENTIAL: ReadonlySet<string> = new Set(["secrets", "configmaps", "serviceaccounts", "tokenreviews"]);
const MAX_MESSAGE = 1000;
const MAX_STATUS_BYTES = 64 * 1024;

/** Writes requests to the request log. Runs early, so that it sees the responses of all later filters. */
export function logRequests({ isVerbose, write }: RequestLog): Filter {
  return {
    after(context, response) {
      if (isVerbose ? !isProbe(context, response) : isRefusedWrite(context, response)) {
        write(describe(context, response));
      }
      return undefined;
    },
  };
}

function isProbe({ info }: Context, { status }: ApiResponse): boolean {
  return status === 200 && HEALTH.test(info.path);
}

function isRefusedWrite({ info }: Context, { status }: ApiResponse): boolean {
  return status >= 400 && info.isResource && !READS.has(info.verb) && !ROUTINE.has(status);
}

function describe(context: Context, response: ApiResponse): LoggedRequest {
  const { user, impersonator, info, services, startedMs, auditAnnotations = new Map<string, string>() } = context;
  const message = response.status < 400 ? undefined : messageOf(context, response);
  const mutatedBy = [...auditAnnotations].flatMap(mutatingWebhook);
  const failedOpen = [...auditAnnotations].flatMap(([key, name]) => (key.startsWith("failed-open.") ? [name] : []));
  return {
    user: impersonator === undefined ? user.name : `${user.name} (by ${impersonator.name})`,
    verb: info.verb || info.method,
    object: objectOf(context),
    code: response.status,
    ms: Math.round(services.clock.monotonicMs() - startedMs),
    ...(message === undefined ? {} : { message }),
    ...(mutatedBy.length === 0 ? {} : { mutatedBy }),
    ...(failedOpen.length === 0 ? {} : { failedOpen }),
  };
}

/** Resource as kubectl names it: plural.group, without the group for the core group. */
function objectOf({ info }: Context): string {
  if (!info.isResource) {
    return info.path;
  }
  const { resource, subresource, group, namespace, name } = info;
  const plural = subresource === "" ? resource : `${resource}/${subresource}`;
  const place = [namespace, name].filter((part) => part !== "").join("/");
  return `${plural}${group === "" ? "" : `.${group}`}${place === "" ? "" : ` ${place}`}`;
}

/** Kubernetes: {"configuration":"c","webhook":"w","mutated":true} (webhook/mutating/dispatcher.go Dispatch, v1.36). */
function mutatingWebhook([key, value]: readonly [string, string]): string[] {
  if (!key.startsWith("mutation.webhook.admission.k8s.io/")) {
    return [];
  }
  const note = parseJson(value).value;
  return isJsonObject(note) && note.mutated === true ? [String(note.webhook)] : [];
}

function messageOf({ info }: Context, { body }: ApiResponse): string | undefined {
  if (!(body instanceof Uint8Array) || body.byteLength > MAX_STATUS_BYTES) {
    return undefined;
  }
  try {
    const status = parseJson(decodeUtf8(body)).value;
    const said = isJsonObject(status) ? status[CONFIDENTIAL.has(info.resource) ? "reason" : "message"] : undefined;
    return typeof said === "string" ? said.slice(0, MAX_MESSAGE) : undefined;
  } catch {
    // The body is protobuf or in another encoding that is not decoded here.
    return undefined;
  }
}
