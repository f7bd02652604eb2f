import {
  asObject,
  deepCopy,
  type FieldError,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  statusInvalid,
} from "@kiln/api";
import type { AdmissionDecision, AdmissionRequest, Admit } from "@kiln/webhook";
import { diffJson } from "@kiln/webhook";
import { readDefinition } from "../definition.ts";
import { markAt } from "../scale.ts";
import type { GuardedKinds, GuardedVersion } from "./guarded-kinds.ts";

const ALLOWED: AdmissionDecision = { allowed: true };

/**
 * Handler of the validating webhook: denies updates that violate an immutability mark, and writes that leave two
 * members of a union set.
 */
export function createMarksAdmit(kinds: GuardedKinds): Admit {
  return (request) => {
    const { group, resource: plural } = request.resource;
    const faults = kinds.faultsOf(group, plural);
    if (faults !== undefined) {
      return refuse(`the marks of ${plural}.${group} cannot be kept, so nothing may be changed: ${faults.join("; ")}`);
    }
    const guarded = findGuarded(kinds, request);
    if (guarded === undefined) {
      return ALLOWED;
    }
    return request.subResource === "scale" ? judgeScale(guarded, request) : judge(guarded, request);
  };
}

function findGuarded(kinds: GuardedKinds, { resource }: AdmissionRequest): GuardedVersion | undefined {
  return kinds.find({ group: resource.group, version: resource.version, plural: resource.resource });
}

function judge(guarded: GuardedVersion, request: AdmissionRequest): AdmissionDecision {
  const { object, oldObject } = request;
  if (!isJsonObject(object)) {
    return ALLOWED;
  }
  const old = isJsonObject(oldObject) ? oldObject : undefined;
  const { errors = [], warnings = [] } = guarded.unions?.check(object, old) ?? {};
  const broken = old === undefined ? [] : (guarded.mutability?.(old, object) ?? []);
  const all = [...broken, ...errors];
  return all.length === 0 ? { allowed: true, warnings } : invalid(request, all);
}

/** Decision on a write through the scale subresource, whose Scale contains only the replicas of the object. */
function judgeScale({ version }: GuardedVersion, request: AdmissionRequest): AdmissionDecision {
  const path = version.replicasPath ?? [];
  const mark = markAt(version.schema, path);
  const now = replicasOf(request.object);
  if (mark === undefined || now === replicasOf(request.oldObject)) {
    return ALLOWED;
  }
  const detail = `may not be changed through the scale subresource: ${path.join(".")} is marked x-kubernetes-mutability: ${mark}`;
  return invalid(request, [{ reason: "FieldValueInvalid", field: path.join("."), value: now, detail }]);
}

function replicasOf(scale: JsonValue): JsonValue {
  const spec = isJsonObject(scale) ? scale.spec : undefined;
  return (isJsonObject(spec) ? getOwn(spec, "replicas") : undefined) ?? 0;
}

function refuse(message: string): AdmissionDecision {
  return { allowed: false, status: "Failure", code: 403, reason: "Forbidden", message };
}

/** The error that Kiln's API server would return. */
function invalid({ kind, name = "" }: AdmissionRequest, errors: readonly FieldError[]): AdmissionDecision {
  const { message = "", details } = statusInvalid(kind, name, errors).status;
  return {
    allowed: false,
    status: "Failure",
    code: 422,
    reason: "Invalid",
    message,
    ...(details === undefined ? {} : { details: details as JsonObject }),
  };
}

/** Handler of the mutating webhook: clears the other members of unions and sets discriminators. */
export function createUnionsAdmit(kinds: GuardedKinds): Admit {
  return (request) => {
    const { object, oldObject } = request;
    const unions = findGuarded(kinds, request)?.unions;
    if (unions === undefined || !isJsonObject(object) || request.subResource === "scale") {
      return ALLOWED;
    }
    const normalized = deepCopy(object);
    const changes = unions.normalize(normalized, isJsonObject(oldObject) ? oldObject : undefined);
    if (changes.length === 0) {
      return ALLOWED;
    }
    const warnings = changes.map(({ warning }) => warning).filter((warning) => warning !== undefined);
    return { allowed: true, patch: diffJson(object, normalized), warnings };
  };
}

/** Handler for CRDs: denies those whose marks cannot be enforced, before users rely on them. */
export const admitDefinition: Admit = ({ object }) => {
  const { faults, definition } = readDefinition(asObject(object));
  return faults.length === 0 ? ALLOWED : refuse(`the marks of ${definition.name} cannot be kept: ${faults.join("; ")}`);
};
