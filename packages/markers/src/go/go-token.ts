import type { SourcePosition } from "../source-position.ts";

export interface GoToken {
  readonly kind: "name" | "string" | "number" | "symbol" | "newline" | "end";
  /** As written; of a string its value. */
  readonly text: string;
  readonly position: SourcePosition;
}

/** A comment without its slashes. Block comments are cut into lines. */
export interface GoComment {
  readonly text: string;
  readonly position: SourcePosition;
  /** An empty line is between it and what it is about: it is for tools, not for readers. */
  readonly isFar?: boolean;
  /** Nothing but the comment stands on its line. */
  readonly isAlone: boolean;
}

export class GoSyntaxError extends Error {
  override readonly name = "GoSyntaxError";
  readonly position: SourcePosition;

  constructor(message: string, position: SourcePosition) {
    super(message);
    this.position = position;
  }
}
