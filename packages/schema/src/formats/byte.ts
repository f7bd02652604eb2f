/** Base64 with padding. Kubernetes: nothing encoded is not a value. */
export function isByte(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
