import { isIsbn10 } from "./isbn10.ts";
import { isIsbn13 } from "./isbn13.ts";

export function isIsbn(text: string): boolean {
  return isIsbn10(text) || isIsbn13(text);
}
