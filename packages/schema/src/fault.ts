import type { FieldError, FieldErrorReason, JsonValue } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";

/** One step of a path. A map key differs from a field because some messages print it as `[key]`. */
export type Segment =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "key"; readonly key: string }
  /** Printed as it is, brackets included: `[k="a"]`, `[="x"]`. */
  | { readonly kind: "item"; readonly text: string };

/**
 * A field error whose path is still growing: a check returns faults with an empty path, and each parent prepends its
 * own segment. Valid values therefore build no paths.
 */
export interface Fault {
  readonly reason: FieldErrorReason;
  readonly value?: JsonValue;
  /** The text, or how to make it from the printed path (`spec.a in body must be…`). */
  readonly detail: string | ((path: string) => string);
  /** Reported for the whole object; only the detail names the path. Kubernetes does this to errors without a field. */
  readonly isAtRoot?: boolean;
  /** Placeholder for errors that are costly to choose: see {@link readFaults}. */
  readonly standsFor?: (weights: Weights) => readonly Fault[];
  /** Path from the error outwards: the innermost segment first. */
  readonly segments: Segment[];
}

/**
 * Cache for choosing the errors to report among branches of a schema. Valid for one report: values must not change
 * meanwhile.
 */
export interface Weights {
  readonly counts: Map<JsonSchema, Map<JsonValue, number>>;
  readonly verdicts: Map<JsonSchema, Map<JsonValue, boolean>>;
}

/**
 * Errors to report, in order. Resolved at the end: most errors of branches are discarded by the enclosing schema, and
 * choosing at every level would double the cost with each level.
 */
export function readFaults(faults: readonly Fault[]): readonly Fault[] {
  const weights: Weights = { counts: new Map(), verdicts: new Map() };
  return faults.some(isPlaceholder) ? faults.flatMap((fault) => readFault(fault, weights)) : faults;
}

function isPlaceholder({ standsFor }: Fault): boolean {
  return standsFor !== undefined;
}

function readFault(fault: Fault, weights: Weights): readonly Fault[] {
  const chosen = fault.standsFor?.(weights);
  if (chosen === undefined) {
    return [fault];
  }
  return chosen.flatMap((below) => readFault({ ...below, segments: [...below.segments, ...fault.segments] }, weights));
}

export function createFault(fault: Omit<Fault, "segments">): Fault {
  return { ...fault, segments: [] };
}

/** Changes the faults: each gets `segment` as its new outermost step. */
export function prefixFaults(faults: readonly Fault[], segment: Segment): void {
  for (const fault of faults) {
    fault.segments.push(segment);
  }
}

/**
 * How map keys print. `bracketed`: `spec.map[some.key]`. `dotted`: `spec.map.some.key`, as the errors of Kubernetes'
 * schema validation have it.
 */
export type KeyStyle = "bracketed" | "dotted";

const MAX_PATH_CHARACTERS = 8 * 1024 * 1024;

/**
 * Findings that can be printed, from the first: all, unless they would take many times the memory of the object because
 * they share a path with a very long key.
 */
export function fitReport<T extends { readonly segments: readonly Segment[] }>(findings: readonly T[]): readonly T[] {
  let room = MAX_PATH_CHARACTERS;
  const surplus = findings.findIndex(({ segments }) => {
    const isFull = room <= 0;
    room -= segments.reduce((length, segment) => length + lengthOf(segment), 0);
    return isFull;
  });
  return surplus < 0 ? findings : findings.slice(0, surplus);
}

function lengthOf(segment: Segment): number {
  switch (segment.kind) {
    case "field":
      return segment.name.length;
    case "key":
      return segment.key.length;
    case "item":
      return segment.text.length;
    case "index":
      return 1;
  }
}

/**
 * The empty path prints as the empty string; {@link toFieldError} turns it into `<nil>`. Kubernetes: a dotted key has
 * its dot even at the root (validation/validate/object_validator.go objectValidator.Validate, v1.36).
 */
export function printSegments(segments: readonly Segment[], style: KeyStyle): string {
  let text = "";
  for (let i = segments.length - 1; i >= 0; i--) {
    const segment = segments[i] as Segment;
    text += printSegment(segment, { style, isFirst: text === "" });
  }
  return text;
}

function printSegment(segment: Segment, at: { readonly style: KeyStyle; readonly isFirst: boolean }): string {
  const dot = at.isFirst ? "" : ".";
  switch (segment.kind) {
    case "field":
      return dot + segment.name;
    case "index":
      return `[${segment.index}]`;
    case "key":
      return at.style === "dotted" ? `.${segment.key}` : `[${segment.key}]`;
    case "item":
      return segment.text;
  }
}

/**
 * `under` is the field that the errors are relative to: Kubernetes validates `status` on its own, so that the field is
 * `status.count` while the detail says `count in body`.
 */
export function toFieldError(fault: Fault, style: KeyStyle, under = ""): FieldError {
  const path = printSegments(fault.segments, style);
  const detail = typeof fault.detail === "string" ? fault.detail : fault.detail(path);
  const field = printField(fault.isAtRoot === true ? "" : fieldOf(path), under);
  return fault.value === undefined
    ? { reason: fault.reason, field, detail }
    : { reason: fault.reason, field, value: fault.value, detail };
}

/**
 * Kubernetes: the leading dot is part of the detail, not of the field (apiserver/validation/validation.go
 * kubeOpenAPIResultToFieldErrors, v1.36).
 */
function fieldOf(path: string): string {
  return path.startsWith(".") ? path.slice(1) : path;
}

function printField(path: string, under: string): string {
  if (under === "") {
    return path === "" ? "<nil>" : path;
  }
  return path === "" ? under : `${under}.${path}`;
}
