import type { JsonObject } from "@kiln/api";
import type { MarkKind, TextMark } from "@kiln/page";

/** One sentence about a write, with its range in the sent text if it has one. */
export interface Notice {
  readonly kind: "error" | "conflict" | "warning" | "pruned" | "defaulted" | "cleared" | "set" | "union";
  readonly text: string;
  readonly field: string;
  readonly range: TextRange | undefined;
}

/** Range of a text, by offsets in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A field manager that owns the field on a line. */
export interface LineOwner {
  /** Line number, counted from 1. */
  readonly line: number;
  readonly managers: readonly string[];
  /** Text of the hover, such as `spec.size: alice (Apply), bob (Update)`. */
  readonly title: string;
}

/** The object as stored after a step. */
export interface LiveObject {
  /** YAML of the object without managedFields. */
  readonly text: string;
  readonly marks: readonly TextMark[];
  readonly owners: readonly LineOwner[];
  readonly managedFields: string;
}

export type Verdict = "accepted" | "refused" | "unreadable" | "skipped";

export interface StepOutcome {
  readonly verdict: Verdict;
  /** Status code of the response; 0 if nothing was sent. */
  readonly status: number;
  /** Status line such as `201 Created`, or the reason why nothing was sent. */
  readonly title: string;
  /** Message of the server if it refused the write. */
  readonly message: string;
  /** Method and path of the request. */
  readonly request: string;
  readonly notices: readonly Notice[];
  /** The stored object; undefined if there is none. */
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
  /** Field managers of the steps' objects, in the order of their first write. */
  readonly managers: readonly string[];
}

/** Highlights of the sent text: the ranges of notices about changes. */
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
