import type { SourcePosition } from "../source-position.ts";

/** A comment without its slashes. Block comments are cut into lines. */
export interface GoComment {
  readonly text: string;
  readonly position: SourcePosition;
  /** An empty line separates it from its declaration: markers for tools, not documentation. */
  readonly isFar?: boolean;
  /** Nothing but the comment stands on its line. */
  readonly isAlone: boolean;
}
