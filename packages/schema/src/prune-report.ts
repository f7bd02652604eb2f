import { compareGoStrings, type JsonValue } from "@kiln/api";
import { fitReport, printSegments, type Segment } from "./fault.ts";

/** A value whose type the schema does not allow at a place where pruning is active. */
export interface TypeMismatch {
  /** Path of the value with map keys in brackets: `spec.m[k].n`. */
  readonly path: string;
  /** Expected type: `string`, `integer or string`, … */
  readonly expected: string;
  /** Type of the value. Null is never a mismatch. */
  readonly found: string;
  /** Go's error for mistyped metadata, apiVersion or kind, with the path if Kubernetes prints one. */
  readonly detail?: string;
}

/** Result of pruning, beside the changed value. */
export interface PruneReport {
  /** False if no known field was null, so that defaulting need not look for nulls; true means unknown. */
  readonly mayHaveNulls: boolean;
  /**
   * Removed fields in the order of Kubernetes' warnings for custom resources: metadata, schema, embedded metadata; each
   * sorted. Or, if requested, in document order.
   */
  readonly removed: readonly string[];
  /** Mismatches in document order; empty for stored objects. */
  readonly mismatches: readonly TypeMismatch[];
  /** Number of mistyped values that a stored object kept or lost. */
  readonly toleratedMismatches: number;
}

/** State of one pruning. */
export interface PruneWalk {
  readonly tracksRemoved: boolean;
  readonly inDocumentOrder?: boolean;
  readonly isStored: boolean;
  sawNull: boolean;
  tolerated: number;
}

/** A removed field or a mismatch. Its path has the innermost segment first; enclosing nodes append theirs. */
export interface Finding {
  readonly kind: "removed" | "removed-metadata" | "mismatch" | "metadata-mismatch";
  readonly segments: Segment[];
  readonly value?: JsonValue;
  readonly expected?: string;
  readonly found?: string;
  /** Go's error text; for an embedded resource it contains the path. */
  readonly detail?: (path: string) => string;
}

/** Prunes one value, never null, and returns findings; undefined, the usual result, allocates nothing. */
export type PruneNode = (value: JsonValue, walk: PruneWalk) => Finding[] | undefined;

/** Appends `segment` to the path of each finding. Returns all findings in one list. */
export function collect(findings: Finding[] | undefined, found: Finding[], segment: Segment): Finding[] {
  for (const finding of found) {
    finding.segments.push(segment);
  }
  if (findings === undefined) {
    return found;
  }
  for (const finding of found) {
    findings.push(finding);
  }
  return findings;
}

export function field(name: string): Segment {
  return { kind: "field", name };
}

/** Counts a mistyped value of a stored object in `walk`; returns a finding for any other object. */
export function mismatch(walk: PruneWalk, finding: Omit<Finding, "segments">): Finding[] | undefined {
  if (walk.isStored) {
    walk.tolerated++;
    return undefined;
  }
  return [{ ...finding, segments: [] }];
}

/** JSON type of a value; a number without a fraction is an integer. */
export function typeOf(value: JsonValue): string {
  switch (typeof value) {
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "bigint":
      return "integer";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "array" : "object";
    default:
      return typeof value;
  }
}

const CLEAN: PruneReport = { mayHaveNulls: false, removed: [], mismatches: [], toleratedMismatches: 0 };
const CLEAN_WITH_NULLS: PruneReport = { ...CLEAN, mayHaveNulls: true };

/** Report of a pruning with `findings` in document order. Allocates nothing when there are none. */
export function toPruneReport(walk: PruneWalk, findings: readonly Finding[] | undefined): PruneReport {
  if (findings === undefined && walk.tolerated === 0) {
    return walk.sawNull ? CLEAN_WITH_NULLS : CLEAN;
  }
  const all = findings ?? [];
  const removed = fitReport(all.filter((finding) => !isMismatch(finding)));
  return {
    mayHaveNulls: walk.sawNull,
    removed: walk.inDocumentOrder === true ? printInOrder(removed) : printRemoved(removed),
    mismatches: fitReport(all.filter(isMismatch)).map(toTypeMismatch),
    toleratedMismatches: walk.tolerated,
  };
}

function isMismatch(finding: Finding): boolean {
  return finding.kind === "mismatch" || finding.kind === "metadata-mismatch";
}

function toTypeMismatch(finding: Finding): TypeMismatch {
  const path = printSegments(finding.segments, "bracketed");
  const { expected = "", found = "", detail } = finding;
  return detail === undefined ? { path, expected, found } : { path, expected, found, detail: detail(path) };
}

function printInOrder(findings: readonly Finding[]): string[] {
  return findings.map(({ segments }) => printSegments(segments, "dotted"));
}

// Kubernetes: root metadata is decoded before the schema prunes, embedded metadata after; only the latter prints map
// keys in brackets (apiextensions-apiserver/pkg/apiserver/customresource_handler.go unstructuredDefaulter, v1.36).
function printRemoved(findings: readonly Finding[]): string[] {
  const groups: [root: string[], schema: string[], embedded: string[]] = [[], [], []];
  for (const { kind, segments } of findings) {
    if (kind === "removed") {
      groups[1].push(printSegments(segments, "dotted"));
    } else if (kind === "removed-metadata") {
      const outermost = segments[segments.length - 1];
      const isRoot = outermost?.kind === "field" && outermost.name === "metadata";
      groups[isRoot ? 0 : 2].push(printSegments(segments, "bracketed"));
    }
  }
  return groups.flatMap((group) => group.sort(compareGoStrings));
}
