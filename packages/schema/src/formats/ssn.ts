/** A U.S. social security number, with both of its separators. */
export function isSsn(text: string): boolean {
  return /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(text);
}
