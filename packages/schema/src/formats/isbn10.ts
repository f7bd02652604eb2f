import { isbnDigits } from "./isbn-digits.ts";

export function isIsbn10(text: string): boolean {
  const digits = isbnDigits(text);
  if (!/^\d{9}[\dX]$/.test(digits)) {
    return false;
  }
  let sum = 0;
  for (let i = 0; i < 10; i++) {
    sum += (i + 1) * (digits[i] === "X" ? 10 : Number(digits[i]));
  }
  return sum % 11 === 0;
}
