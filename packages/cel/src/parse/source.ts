/** Line and column as messages show them: lines from 1, columns from 0, in code points. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** One expression's text. Offsets into it are UTF-16 indexes; only {@link locate} counts code points. */
export interface Source {
  readonly text: string;
  readonly description: string;
}

/** Offset of errors without a position, such as a text that is too long. */
export const nowhere = -1;

/** @param description - name of the text in messages */
export function createSource(text: string, description = "<input>"): Source {
  return { text, description };
}

/** Line and column of an offset. Lines end at a line feed only, as in cel-go. */
export function locate(source: Source, offset: number): Location {
  if (offset < 0) {
    return { line: -1, column: -1 };
  }
  if (source.text === "") {
    return { line: 1, column: -1 };
  }
  let line = 1;
  let start = 0;
  for (let at = source.text.indexOf("\n"); at !== -1 && at < offset; at = source.text.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: countCodePoints(source.text.slice(start, offset)) };
}

/** Text of a line, without its end; undefined if there is no such line. */
export function snippetOf(source: Source, line: number): string | undefined {
  const lines = source.text.split("\n");
  return source.text === "" ? undefined : lines[line - 1];
}

/** Number of code points: a surrogate pair counts once. */
export function countCodePoints(text: string): number {
  let count = text.length;
  // Most strings have no surrogates, which a search finds faster than counting.
  if (count > 32 && !/[\ud800-\udbff]/.test(text)) {
    return count;
  }
  for (let index = 0; index + 1 < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
