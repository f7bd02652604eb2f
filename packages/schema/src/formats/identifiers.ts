export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text);
}

export function isUuid3(text: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text);
}

export function isUuid4(text: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text);
}

export function isUuid5(text: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text);
}

export function isBsonObjectId(text: string): boolean {
  return /^[0-9a-fA-F]{24}$/.test(text);
}

export function isIsbn(text: string): boolean {
  return isIsbn10(text) || isIsbn13(text);
}

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

/** Removes spaces and hyphens, which only group the digits. */
function isbnDigits(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, "");
}

const ISSUERS =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** A card number of a known issuer with a valid check digit; characters that are no digits are skipped. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, "");
  return ISSUERS.test(digits) && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

/** A U.S. social security number, with both separators. */
export function isSsn(text: string): boolean {
  return /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(text);
}

const LONGEST_SHORT_NAME = 63;

export function isKubernetesShortName(text: string): boolean {
  return text.length <= LONGEST_SHORT_NAME && isKubernetesLabel(text);
}

/** Lower-case letters, digits and hyphens, with no hyphen at either end. */
function isKubernetesLabel(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text) && !text.startsWith("-") && !text.endsWith("-");
}

const LONGEST_LONG_NAME = 253;

/** Labels joined by dots, without a limit on the length of a label. */
export function isKubernetesLongName(text: string): boolean {
  return text.length <= LONGEST_LONG_NAME && text.split(".").every(isKubernetesLabel);
}
