import type { JsonObject } from "@kiln/api";
import type { MarkKind, TextMark } from "@kiln/page";

/** One sentence about a write, with its range in the sent text if it has one. */
export interface Notice {
  readonly kind: "error" | "conflict" | "warning" | "pruned" | "defaulted" | "cleared" | "set" | "union";
  readonly text: string;
  readonly field: string;
  readonly range: TextRange | undefined;
}

/** Offsets of UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** An owner of the field on a line. */
export interface LineOwner {
  /** Counting from 1. */
  readonly line: number;
  readonly managers: readonly string[];
  /** `spec.size: alice (Apply), bob (Update)`. */
  readonly title: string;
}

/** The object as the server has it after a step. */
export interface LiveObject {
  /** Without managedFields. */
  readonly text: string;
  readonly marks: readonly TextMark[];
  readonly owners: readonly LineOwner[];
  readonly managedFields: string;
}

export type Verdict = "accepted" | "refused" | "unreadable" | "skipped";

export interface StepOutcome {
  readonly verdict: Verdict;
  /** Status code; 0 if nothing was sent. */
  readonly status: number;
  /** `201 Created`, or why nothing was sent. */
  readonly title: string;
  /** The server's message, of a write that it refused. */
  readonly message: string;
  /** Method and target, as sent. */
  readonly request: string;
  readonly notices: readonly Notice[];
  /** Undefined if there is no such object. */
  readonly live: LiveObject | undefined;
}

export interface DefinitionsOutcome {
  readonly verdict: Verdict;
  readonly title: string;
  readonly notices: readonly Notice[];
  /** Schema of the kind that the first step names, with the fields that every object has. */
  readonly schema: JsonObject | undefined;
}

export interface Outcome {
  readonly definitions: DefinitionsOutcome;
  readonly steps: readonly StepOutcome[];
  /** Every manager of the steps' objects, in the order of their first write. */
  readonly managers: readonly string[];
}

/** Marks of a sent text: the ranges of notices that change it. */
export function toSentMarks(notices: readonly Notice[]): TextMark[] {
  const kinds: Partial<Record<Notice["kind"], MarkKind>> = {
    pruned: "pruned",
    cleared: "cleared",
    conflict: "conflict",
  };
  return notices.flatMap(({ kind, range, text }) => {
    const mark = kinds[kind];
    return mark === undefined || range === undefined ? [] : [{ ...range, kind: mark, title: text }];
  });
}
