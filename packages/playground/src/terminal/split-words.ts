/** The words of a command line as a shell splits them: quotes and backslashes, no variables, no pipes. */
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

/** The text inside quotes that start at an offset, and the offset of the closing one. */
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

/** A command line that cannot be run: the message says why, and names the allowed commands. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
