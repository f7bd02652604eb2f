const LENGTHS = [6, 8, 20];

/** 6, 8 or 20 bytes: in pairs of digits with `:`, with `-` or bare, or in fours with `.`. */
export function isMac(text: string): boolean {
  const separator = [":", "-"].includes(text[2] ?? "") ? (text[2] as string) : text[4] === "." ? "." : "";
  const groups = separator === "" ? [text] : text.split(separator, 21);
  const digits = separator === "" ? text.length : separator === "." ? 4 : 2;
  const isHex = groups.every((group) => group.length === digits && /^[0-9a-fA-F]*$/.test(group));
  return isHex && LENGTHS.includes((groups.length * digits) / 2);
}
