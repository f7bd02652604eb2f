import { AUDIT_LEVELS, type AuditLevel, type AuditStage, type AuditTrail, userInfo } from "@kiln/access";
import {
  decodeJson,
  getOwn,
  isJsonObject,
  type JsonObject,
  objectAt,
  printMicroTime,
  textAt,
  toMicroTime,
} from "@kiln/api";
import type { Protobuf } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";

/** Stage of a request, with the parts of its audit event. */
export interface AuditMoment {
  readonly stage: AuditStage;
  /** Absent in stages before the response. */
  readonly response?: ApiResponse;
  /** Response object, if the level includes it. */
  readonly responseBody?: Uint8Array;
  /** True if the response was too long to record, or was not read to its end. */
  readonly isTruncated?: boolean;
}

/**
 * Kubernetes: annotation of events whose objects were left out for their size (audit/truncate/truncate.go
 * annotationKey, v1.36).
 */
const TRUNCATED = "audit.k8s.io/truncated";
const PROTOBUF = [0x6b, 0x38, 0x73, 0];

/** One line of the audit log. */
export function auditEvent(context: Context, trail: AuditTrail, moment: AuditMoment): JsonObject {
  const { request, info, auditAnnotations, auditId = "", services } = context;
  const sent = isNoted(trail, "Metadata") ? parse(trail.requestBody, services) : undefined;
  const answered = isNoted(trail, "RequestResponse") ? parse(moment.responseBody, services) : undefined;
  const annotations = {
    ...Object.fromEntries(auditAnnotations ?? []),
    ...(moment.isTruncated ? { [TRUNCATED]: "true" } : {}),
  };
  const userAgent = request.headers["user-agent"];
  return {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: trail.level,
    auditID: auditId,
    stage: moment.stage,
    requestURI: request.target,
    verb: info.verb,
    user: userInfo(trail.user),
    ...(context.impersonator === undefined ? {} : { impersonatedUser: userInfo(context.user) }),
    sourceIPs: sourcesOf(context),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(info.isResource ? { objectRef: objectRef(context, sent) } : {}),
    ...(moment.response === undefined ? {} : { responseStatus: responseStatus(moment.response, answered, services) }),
    ...(sent !== undefined && isNoted(trail, "Request") ? { requestObject: strip(trail, sent) } : {}),
    ...(answered === undefined ? {} : { responseObject: strip(trail, answered) }),
    requestReceivedTimestamp: printMicroTime(toMicroTime(trail.receivedAt)),
    stageTimestamp: printMicroTime(toMicroTime(services.clock.now())),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

/** Whether the audit level of the request includes this level. */
export function isNoted({ level }: AuditTrail, wanted: AuditLevel): boolean {
  return AUDIT_LEVELS.indexOf(level) >= AUDIT_LEVELS.indexOf(wanted);
}

/** Decodes a body; undefined if it is neither JSON nor protobuf. */
function parse(body: Uint8Array | undefined, { protobuf }: { readonly protobuf: Protobuf }): JsonObject | undefined {
  if (body === undefined) {
    return undefined;
  }
  try {
    if (PROTOBUF.every((byte, i) => body[i] === byte)) {
      return protobuf.open(body, { apiVersion: "", kind: "" }).read();
    }
    const { value } = decodeJson(body, { maxBytes: body.byteLength });
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Kubernetes: addresses from proxy headers come first, that of the connection last (util/net/http.go SourceIPs, v1.36).
 */
function sourcesOf({ request }: Context): string[] {
  const forwarded = (request.headers["x-forwarded-for"] ?? "").split(",").map((address) => address.trim());
  const all = [...forwarded, request.headers["x-real-ip"] ?? "", request.remoteAddress ?? ""];
  return [...new Set(all.filter((address) => address !== ""))];
}

function objectRef({ info }: Context, sent: JsonObject | undefined): JsonObject {
  const metadata = objectAt(sent, "metadata");
  const fields = {
    resource: info.resource,
    namespace: info.namespace || textAt(metadata, "namespace"),
    name: info.name || textAt(metadata, "name"),
    uid: textAt(metadata, "uid"),
    apiGroup: info.group,
    apiVersion: info.version,
    resourceVersion: textAt(metadata, "resourceVersion"),
    subresource: info.subresource,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

/** Status to record: a Status response is recorded at every level, since it has no content of the object. */
function responseStatus(
  { status, body }: ApiResponse,
  answered: JsonObject | undefined,
  services: { readonly protobuf: Protobuf },
): JsonObject {
  const object = answered ?? (status >= 400 && body instanceof Uint8Array ? parse(body, services) : undefined);
  if (object === undefined || getOwn(object, "kind") !== "Status") {
    return { metadata: {}, code: status };
  }
  const { kind: _kind, apiVersion: _version, ...rest } = object;
  return { ...rest, code: status };
}

/** Removes managedFields where the policy omits them. */
function strip({ omitManagedFields }: AuditTrail, object: JsonObject): JsonObject {
  return omitManagedFields ? withoutManagedFields(object) : object;
}

function withoutManagedFields(object: JsonObject): JsonObject {
  const { managedFields: _fields, ...metadata } = isJsonObject(object.metadata) ? object.metadata : {};
  const items = Array.isArray(object.items)
    ? { items: object.items.map((item) => (isJsonObject(item) ? withoutManagedFields(item) : item)) }
    : {};
  return { ...object, ...(isJsonObject(object.metadata) ? { metadata } : {}), ...items };
}
