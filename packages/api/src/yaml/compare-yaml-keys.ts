const LETTER = /^\p{L}$/u;

/** Compares keys in the order of Kubernetes' YAML output: digits inside names count as numbers, and precede letters. */
export function compareYamlKeys(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) {
    at++;
  }
  // Fast comparison of letters, which almost all keys consist of.
  return isPlainLetter(a.charCodeAt(at)) && isPlainLetter(b.charCodeAt(at))
    ? a.charCodeAt(at) - b.charCodeAt(at)
    : compareChars(a, b);
}

function isPlainLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function compareChars(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) {
      return compareFrom(left, right, i);
    }
  }
  return left.length - right.length;
}

/** Compares from `i` on, where the keys first differ. */
function compareFrom(left: readonly string[], right: readonly string[], i: number): number {
  const x = left[i] as string;
  const y = right[i] as string;
  const xIsLetter = LETTER.test(x);
  const yIsLetter = LETTER.test(y);
  if (xIsLetter !== yIsLetter) {
    return xIsLetter ? 1 : -1;
  }
  const byCode = (x.codePointAt(0) as number) - (y.codePointAt(0) as number);
  if (xIsLetter) {
    return byCode;
  }
  // A zero inside a number is an ordinary digit; at its start it is not.
  const isInside = (x === "0" || y === "0") && hasNumberBefore(left, i);
  const xDigits = digitsFrom(left, i);
  const yDigits = digitsFrom(right, i);
  const prefix = isInside ? "1" : "";
  return compareDigits(prefix + xDigits, prefix + yDigits) || xDigits.length - yDigits.length || byCode;
}

function hasNumberBefore(chars: readonly string[], i: number): boolean {
  for (let k = i - 1; k >= 0 && isDigit(chars[k]); k--) {
    if (chars[k] !== "0") {
      return true;
    }
  }
  return false;
}

function digitsFrom(chars: readonly string[], start: number): string {
  let end = start;
  while (isDigit(chars[end])) {
    end++;
  }
  return chars.slice(start, end).join("");
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

function compareDigits(a: string, b: string): number {
  const x = a.replace(/^0+/, "");
  const y = b.replace(/^0+/, "");
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);
}
