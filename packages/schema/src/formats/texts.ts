/**
 * Base64 with padding. Kubernetes: the empty string is not a value of this format (govalidator/patterns.go Base64,
 * v1.36).
 */
export function isByte(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Any text: the format only makes user interfaces hide it. */
export function isPassword(): boolean {
  return true;
}

export function isHexColor(text: string): boolean {
  return /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text);
}

const SPACES = "[\\t\\n\\f\\r ]*";
const PART = `${SPACES}(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])${SPACES}`;
const RGB_COLOR = new RegExp(`^rgb\\(${PART},${PART},${PART}\\)$`);

export function isRgbColor(text: string): boolean {
  return RGB_COLOR.test(text);
}
