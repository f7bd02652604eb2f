const SPACE = "[\\t\\n\\f\\r ]*";
const PART = `${SPACE}(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])${SPACE}`;
const RGB_COLOR = new RegExp(`^rgb\\(${PART},${PART},${PART}\\)$`);

export function isRgbColor(text: string): boolean {
  return RGB_COLOR.test(text);
}
