import type { GoComment } from "../marker/go-comment.ts";
import type { SourceToken } from "../token-reader.ts";

export interface FileComments {
  /**
   * Comment of the declaration on a line: the lines directly above it, and the block above those if there is one empty
   * line in between, which is common for markers that must not appear in the documentation.
   */
  above(line: number): GoComment[];
}

export function createComments(comments: readonly GoComment[], tokens: readonly SourceToken[]): FileComments {
  const withCode = new Set(tokens.map(({ position }) => position.line));
  const byLine = new Map(comments.filter(({ isAlone }) => isAlone).map((comment) => [comment.position.line, comment]));
  const blockEndingAt = (last: number): GoComment[] => {
    const block: GoComment[] = [];
    for (let comment = byLine.get(last); comment !== undefined; comment = byLine.get(last - block.length)) {
      block.push(comment);
    }
    return block.reverse();
  };
  return {
    above(line) {
      const near = blockEndingAt(line - 1);
      const between = line - near.length - 1;
      const far = withCode.has(between) ? [] : blockEndingAt(between - 1);
      return [...far.map((comment) => ({ ...comment, isFar: true })), ...near];
    },
  };
}
