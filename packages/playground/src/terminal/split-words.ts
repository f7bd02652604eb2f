/** Splits a command line into words, as a shell does: with quotes and backslashes, without variables and pipes. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const each = line[at] as string;
    if (each === "'" || each === '"') {
      const [text, end] = readQuoted(line, at);
      word = (word ?? "") + text;
      at = end;
    } else if (each === "\\" && at + 1 < line.length) {
      at++;
      word = (word ?? "") + line[at];
    } else if (/\s/.test(each)) {
      if (word !== undefined) {
        words.push(word);
      }
      word = undefined;
    } else {
      word = (word ?? "") + each;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** Text inside the quotes that start at an offset, and the offset of the closing quote. */
function readQuoted(line: string, start: number): [text: string, end: number] {
  const quote = line[start];
  let text = "";
  for (let at = start + 1; at < line.length; at++) {
    const each = line[at] as string;
    if (each === quote) {
      return [text, at];
    }
    const isEscape = quote === '"' && each === "\\" && ['"', "\\", "$", "`"].includes(line[at + 1] ?? "");
    text += isEscape ? line[++at] : each;
  }
  throw new CommandError(`a ${quote === "'" ? "single" : "double"} quote is not closed`);
}

/** Error of a command line that cannot be run. The message has the reason and the allowed commands. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
