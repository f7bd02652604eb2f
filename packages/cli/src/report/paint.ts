export type Color = "red" | "green" | "yellow" | "blue" | "dim" | "bold";

const CODES: Readonly<Record<Color, number>> = { red: 31, green: 32, yellow: 33, blue: 34, dim: 2, bold: 1 };

/** Colors a text. Only for streams that {@link mayPaint}. */
export function paint(text: string, color: Color): string {
  return `\u001b[${CODES[color]}m${text}\u001b[0m`;
}

/** Whether to use colors: on terminals, unless NO_COLOR is set. */
export function mayPaint(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && (process.env.NO_COLOR ?? "") === "";
}
