const firstExponent = 6;

/** Formats a double as Go's `%g`: the shortest digits, with an exponent below 1e-04 and from 1e+06 on. */
export function printDouble(value: number): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  }
  if (Object.is(value, -0)) {
    return "-0";
  }
  const [digits = "", power = ""] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= firstExponent) {
    return withExponent(digits, exponent);
  }
  return printPlain(value);
}

function withExponent(digits: string, exponent: number): string {
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** Shortest digits of a double without an exponent, with as many zeros as needed. */
export function printPlain(value: number): string {
  const text = String(value);
  const [digits = "", power] = text.split("e");
  if (power === undefined) {
    return text;
  }
  const sign = digits.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = digits.replace("-", "").split(".");
  const exponent = Number(power);
  return exponent < 0
    ? `${sign}0.${"0".repeat(-exponent - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(exponent, "0")}`;
}
