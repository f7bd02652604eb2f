import type { SourcePosition } from "./source-position.ts";

/** Error of a source file that cannot be parsed. */
export class SourceSyntaxError extends Error {
  override readonly name = "SourceSyntaxError";
  readonly position: SourcePosition;

  constructor(message: string, position: SourcePosition) {
    super(message);
    this.position = position;
  }
}
