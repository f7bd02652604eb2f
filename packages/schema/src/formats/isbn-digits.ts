/** Spaces and hyphens group the digits and mean nothing. */
export function isbnDigits(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, "");
}
