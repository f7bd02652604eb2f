export function isBsonObjectId(text: string): boolean {
  return /^[0-9a-fA-F]{24}$/.test(text);
}
