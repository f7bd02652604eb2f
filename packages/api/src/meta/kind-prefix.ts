/** Prefix of all keys of the kind that a key belongs to; keys have the form `/registry/GROUP/PLURAL/…`. */
export function kindPrefix(key: string): string {
  const group = key.indexOf("/", 1);
  const plural = key.indexOf("/", group + 1);
  return key.slice(0, key.indexOf("/", plural + 1) + 1);
}
