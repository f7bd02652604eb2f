import { asObject, getOwn, isJsonObject, type JsonObject } from "@kiln/api";
import { checkTypes } from "./check-types.ts";
import { checkDefaultClass } from "./default-class.ts";
import { groupRulesFor } from "./group-rules.ts";
import { findViolations, type RuleSet, type RuleSettings, rulesFor, type SnapshotKind } from "./rule-set.ts";
import type { Violation } from "./violation.ts";

export const SNAPSHOT_GROUP = "snapshot.storage.k8s.io";

/** Request of an AdmissionReview, with the fields that the rules use. */
export interface AdmissionRequest extends JsonObject {
  operation: string;
  resource: { group: string; version: string; resource: string };
}

/** Decision of the webhook, with its reason. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** Violations; empty if the request is allowed. */
  readonly violations: readonly Violation[];
  /** Violations that were allowed because the object was invalid before. */
  readonly ratcheted: readonly Violation[];
  readonly warnings: readonly string[];
}

const GROUP_GROUP = "groupsnapshot.storage.k8s.io";

/** Resources with rules, by group. */
export const ANSWERED_RESOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  [SNAPSHOT_GROUP, ["volumesnapshots", "volumesnapshotcontents", "volumesnapshotclasses"]],
  [GROUP_GROUP, ["volumegroupsnapshots", "volumegroupsnapshotcontents", "volumegroupsnapshotclasses"]],
]);
export const ANSWERED_VERSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  [SNAPSHOT_GROUP, ["v1", "v1beta1"]],
  [GROUP_GROUP, ["v1alpha1", "v1beta1", "v1beta2"]],
]);

const KINDS: Readonly<Record<string, SnapshotKind>> = {
  volumesnapshots: "VolumeSnapshot",
  volumesnapshotcontents: "VolumeSnapshotContent",
};
const ALLOWED: Verdict = { isAllowed: true, violations: [], ratcheted: [], warnings: [] };

/** Operations that are always allowed: a delete must never be denied. */
const UNJUDGED = ["DELETE", "CONNECT"];

/** Decides a request. Pure and synchronous: it depends on the request only, so it cannot be slow. */
export function judge(request: AdmissionRequest, settings: RuleSettings): Verdict {
  const { operation } = request;
  if (operation !== "CREATE" && operation !== "UPDATE") {
    const isAllowed = settings.semantics === "upstream" || UNJUDGED.includes(operation);
    return isAllowed ? ALLOWED : deny([unknownOperation(operation)]);
  }
  if (isOptional(request)) {
    return judgeOptional(request, settings);
  }
  const rules = findRules(request, settings);
  return rules === undefined ? deny([unknownResource(request, settings)]) : judgeRequest(rules, request, settings);
}

function judgeRequest(rules: RuleSet, request: AdmissionRequest, settings: RuleSettings): Verdict {
  const { operation } = request;
  const isUpstream = settings.semantics === "upstream";
  // On the status endpoint the spec cannot change; requests to other subresources are checked like those to the object
  // itself.
  if (!isUpstream && request.subResource === "status") {
    return ALLOWED;
  }
  // Upstream takes a missing object for an empty one, and does not distinguish subresources.
  const fallback = isUpstream ? {} : undefined;
  const object = objectIn(request, "object") ?? fallback;
  const old = operation === "UPDATE" ? (objectIn(request, "oldObject") ?? fallback) : undefined;
  if (object === undefined) {
    return deny([missing("object", operation)]);
  }
  return operation === "UPDATE" && old === undefined
    ? deny([missing("oldObject", operation)])
    : judgeObjects(rules, object, old);
}

/**
 * Whether the resource's rules are optional. Requests for resources that a released webhook was registered for must be
 * answered, whether or not the rules are enabled.
 */
function isOptional({ resource }: AdmissionRequest): boolean {
  const { group, version, resource: plural } = asObject(resource);
  const isKnown = [
    ANSWERED_RESOURCES.get(String(group))?.includes(String(plural)),
    ANSWERED_VERSIONS.get(String(group))?.includes(String(version)),
  ].every((isListed) => isListed === true);
  return isKnown && !(group === SNAPSHOT_GROUP && Object.hasOwn(KINDS, String(plural)));
}

/** Decision for an optional resource, allowed while its rules are off. */
function judgeOptional(request: AdmissionRequest, settings: RuleSettings): Verdict {
  const { resource } = request.resource;
  if (resource === "volumesnapshotclasses") {
    const violations = settings.classes === undefined ? [] : checkClass(request, settings.classes());
    return violations.length === 0 ? ALLOWED : deny(violations);
  }
  const rules = settings.judgesGroups === true ? groupRulesFor(resource, settings) : undefined;
  return rules === undefined ? ALLOWED : judgeRequest(rules, request, settings);
}

function checkClass(request: AdmissionRequest, classes: Iterable<JsonObject>): Violation[] {
  const object = objectIn(request, "object");
  return object === undefined
    ? [missing("object", request.operation)]
    : checkDefaultClass({ object, old: objectIn(request, "oldObject"), classes });
}

/** Decision for a create, or with `old` for an update. */
function judgeObjects(rules: RuleSet, object: JsonObject, old: JsonObject | undefined): Verdict {
  const mistyped = [...checkTypes(rules, object), ...(old === undefined ? [] : checkTypes(rules, old))];
  if (mistyped.length > 0) {
    return deny(mistyped);
  }
  const before = old === undefined || !rules.isRatcheting ? [] : findViolations(rules, old);
  if (before.length > 0) {
    const warnings = before.map(
      ({ field, message }) => `the object was invalid before this change: ${field}: ${message}`,
    );
    return { ...ALLOWED, ratcheted: before, warnings };
  }
  const changes = old === undefined ? [] : rules.change.flatMap((rule) => rule(object, old));
  const violations = sourcesFirst([...changes, ...findViolations(rules, object)]);
  return violations.length === 0 ? ALLOWED : deny(violations);
}

function deny(violations: readonly Violation[]): Verdict {
  return { isAllowed: false, violations, ratcheted: [], warnings: [] };
}

/** Violations of `spec.source` fields first, then all others. */
function sourcesFirst(violations: readonly Violation[]): Violation[] {
  const isOfSource = ({ field }: Violation) => field === "spec.source" || field.startsWith("spec.source.");
  return [...violations.filter(isOfSource), ...violations.filter((violation) => !isOfSource(violation))];
}

function unknownOperation(operation: unknown): Violation {
  const message = `${JSON.stringify(operation) ?? "nothing"} is no operation that is known here`;
  return { rule: "unknown-operation", field: "operation", message };
}

function missing(field: string, operation: string): Violation {
  return { rule: "missing-object", field, message: `is missing in a request to ${operation}` };
}

/**
 * Rules of a request by `resource`, never by `requestResource`: with matchPolicy Equivalent the API server has
 * converted the object to the former.
 */
function findRules({ resource }: AdmissionRequest, settings: RuleSettings): RuleSet | undefined {
  const { group, version, resource: plural } = asObject(resource);
  const kind = typeof plural === "string" ? getOwn(KINDS, plural) : undefined;
  const isKnown = group === SNAPSHOT_GROUP && (version === "v1" || version === "v1beta1");
  return isKnown && kind !== undefined ? rulesFor(kind as SnapshotKind, version, settings) : undefined;
}

function unknownResource({ resource }: AdmissionRequest, { judgesGroups = false }: RuleSettings): Violation {
  const { group = "", version = "", resource: plural = "" } = asObject(resource);
  const asked = [plural, version, group].filter((part) => part !== "").join(".");
  const groups = [SNAPSHOT_GROUP, ...(judgesGroups ? [GROUP_GROUP] : [])];
  const known = groups.map((each) => {
    const plurals = (ANSWERED_RESOURCES.get(each) ?? []).slice(0, 2).map((name) => `${name}.${each}`);
    return `${plurals.join(" and ")} in ${ANSWERED_VERSIONS.get(each)?.join(", ")}`;
  });
  const message = `${asked} is not judged here, only ${known.join("; ")}`;
  return { rule: "unknown-resource", field: "resource", message };
}

function objectIn(request: AdmissionRequest, field: string): JsonObject | undefined {
  const value = getOwn(request, field);
  return isJsonObject(value) ? value : undefined;
}
