import type { FieldError, FieldErrorReason, JsonValue } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";

/** One step of a path. A map key differs from a field because some messages print it as `[key]`. */
export type Segment =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "key"; readonly key: string }
  /** List element, printed as given, brackets included: `[k="a"]`, `[="x"]`. */
  | { readonly kind: "item"; readonly text: string };

/**
 * A field error without its path: a check returns faults with empty segments, and each parent appends its own segment.
 * Valid values therefore build no paths.
 */
export interface Fault {
  readonly reason: FieldErrorReason;
  readonly value?: JsonValue;
  /** Text of the error, or a function that makes it from the printed path (`spec.a in body must be…`). */
  readonly detail: string | ((path: string) => string);
  /** The error has no field; only its detail names the path. Kubernetes does this for some errors. */
  readonly isAtRoot?: boolean;
  /** Computes the errors that replace this placeholder; they are costly to choose: see {@link readFaults}. */
  readonly standsFor?: (weights: Weights) => readonly Fault[];
  /** Path of the error, the innermost segment first. */
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

/** Appends `segment`, the outermost so far, to the path of each fault. */
export function prefixFaults(faults: readonly Fault[], segment: Segment): void {
  for (const fault of faults) {
    fault.segments.push(segment);
  }
}

/**
 * Form of map keys in paths. `bracketed`: `spec.map[some.key]`. `dotted`: `spec.map.some.key`, as in the errors of
 * Kubernetes' schema validation.
 */
export type KeyStyle = "bracketed" | "dotted";

const MAX_PATH_CHARACTERS = 8 * 1024 * 1024;

/**
 * Longest prefix of the findings whose printed paths take at most 8 MiB: many findings below one very long key would
 * take many times the memory of the object.
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
 * Prints a path. The empty path prints as the empty string; {@link toFieldError} turns it into `<nil>`. Kubernetes: a
 * dotted key has its dot even at the root (validation/validate/object_validator.go objectValidator.Validate, v1.36).
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
 * Field error of a fault. `under` is the field that its path is relative to: Kubernetes validates `status` on its own,
 * so that the field is `status.count` while the detail says `count in body`.
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
