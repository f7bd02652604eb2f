import { AUDIT_LEVELS, type AuditLevel } from "@kiln/access";
import { checkLabelKey, type JsonObject, printGoJson } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";

export interface Annotation {
  /** Key of the annotation, with the domain of its plugin or policy. */
  readonly key: string;
  readonly value: string;
  /** Minimum audit level at which it is recorded. */
  readonly level?: AuditLevel;
}

/**
 * Adds an annotation to the audit event. Kubernetes: the first value of a key is kept, and an invalid key is dropped
 * (apiserver/pkg/audit/context.go addAuditAnnotationLocked, v1.36).
 */
export function annotate({ requester }: AdmissionAttributes, { key, value, level = "Metadata" }: Annotation): void {
  if (AUDIT_LEVELS.indexOf(requester.audit?.level ?? "None") < AUDIT_LEVELS.indexOf(level)) {
    return;
  }
  requester.auditAnnotations ??= new Map();
  const annotations = requester.auditAnnotations;
  if (!annotations.has(key) && key.split("/").length === 2 && checkLabelKey(key).length === 0) {
    annotations.set(key, value);
  }
}

/** Prints fields in the given order, as Go prints a struct. */
export function printNote(fields: JsonObject): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${printGoJson(value)}`)
    .join(",")}}`;
}
