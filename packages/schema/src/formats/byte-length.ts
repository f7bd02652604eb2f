/** The length in UTF-8, which is what Go's `len` of a string counts. */
export function byteLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      // Of a surrogate pair's four bytes each half counts two: one here, one as a code unit.
      length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
    }
  }
  return length;
}
