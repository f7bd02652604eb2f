import { isbnDigits } from "./isbn-digits.ts";

export function isIsbn13(text: string): boolean {
  const digits = isbnDigits(text);
  if (!/^\d{13}$/.test(digits)) {
    return false;
  }
  let sum = 0;
  for (let i = 0; i < 13; i++) {
    sum += (i % 2 === 0 ? 1 : 3) * Number(digits[i]);
  }
  return sum % 10 === 0;
}
