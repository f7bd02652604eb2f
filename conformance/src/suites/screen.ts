/** Cells of a terminal. Programs draw only the cells that change, so their output alone is not the picture. */
export interface Screen {
  draw(output: string): void;
  text(): string;
}

// A control sequence with its parameters and final letter, a short escape sequence, or one character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const PART = /\u001b\[([0-9;?]*)([A-Za-z@`])|\u001b[()][A-Za-z0-9]|\u001b\][^\u0007]*\u0007|\u001b.|[\s\S]/gu;

/** Enough of a terminal for programs that place the cursor before they write. */
export function createScreen(): Screen {
  let rows: string[][] = [];
  let row = 0;
  let column = 0;
  const put = (character: string): void => {
    rows[row] ??= [];
    const line = rows[row] as string[];
    while (line.length < column) {
      line.push(" ");
    }
    line[column] = character;
    column += 1;
  };
  const control = (parameters: string, letter: string): void => {
    const [first = 0, second = 0] = parameters.split(";").map(Number);
    if (letter === "H") {
      row = Math.max(first, 1) - 1;
      column = Math.max(second, 1) - 1;
    } else if (letter === "J" && first === 2) {
      rows = [];
    } else if (letter === "K" && first === 0) {
      rows[row] = (rows[row] ?? []).slice(0, column);
    } else if (letter === "C") {
      column += Math.max(first, 1);
    }
  };
  return {
    draw(output) {
      for (const [part, parameters, letter] of output.matchAll(PART)) {
        if (letter !== undefined) {
          control(parameters ?? "", letter);
        } else if (part === "\r") {
          column = 0;
        } else if (part === "\n") {
          row += 1;
        } else if (part >= " " && !part.startsWith("\u001b")) {
          put(part);
        }
      }
    },
    text: () => rows.map((line) => (line ?? []).map((cell) => cell ?? " ").join("")).join("\n"),
  };
}
