import type { SourcePosition } from "../source-position.ts";

/** A Go comment without its slashes. Block comments are split into lines. */
export interface GoComment {
  readonly text: string;
  readonly position: SourcePosition;
  /**
   * Whether an empty line separates the comment from its declaration: it then has markers for tools, not documentation.
   */
  readonly isFar?: boolean;
  /** Whether there is no code on the line of the comment. */
  readonly isAlone: boolean;
}
