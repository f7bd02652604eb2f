/** Any text: the format only tells user interfaces not to show it. */
export function isPassword(): boolean {
  return true;
}
