/** Maximum number of fraction digits computed: a double has fewer, so all further digits are zeros. */
const maxDigits = 1100;

/** Formats a double with this many fraction digits, rounding half to even, as Go's `%.Nf`. */
export function printFixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  }
  const counted = Math.min(digits, maxDigits);
  const scaled = String(roundScaled(Math.abs(value), counted)).padStart(counted + 1, "0");
  const whole = scaled.slice(0, scaled.length - counted);
  const fraction = counted === 0 ? "" : scaled.slice(-counted);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return sign + whole + (digits === 0 ? "" : `.${fraction.padEnd(digits, "0")}`);
}

/** The integer nearest to `value * 10 ** digits`, without rounding error. */
function roundScaled(value: number, digits: number): bigint {
  const { mantissa, exponent } = split(value);
  const scaled = mantissa * 10n ** BigInt(digits);
  if (exponent >= 0) {
    return scaled << BigInt(exponent);
  }
  const divisor = 1n << BigInt(-exponent);
  const quotient = scaled / divisor;
  const twice = (scaled % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** Mantissa and exponent: `value` is `mantissa * 2 ** exponent`, both integers. */
function split(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const stored = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return stored === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: stored - 1075 };
}

/**
 * Formats a double with a comma after every three digits of the integer part; infinity as its sign. Kubernetes: the
 * locale is en_US (cel-go/ext/formatting.go stringFormatter.Fixed, v1.36).
 */
export function printLocalFixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  }
  const [whole = "", ...rest] = printFixed(value, digits).split(".");
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ","), ...rest].join(".");
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Formats a double as `1.052033×10⁰³`. Kubernetes: always six digits; the precision is the minimum width instead
 * (cel-go/ext/formatting.go stringFormatter.Scientific, v1.36).
 */
export function printLocalScientific(value: number, width: number): string {
  if (!Number.isFinite(value)) {
    return printLocalFixed(value, 0).padStart(width, " ");
  }
  const [digits = "", power = "0"] = value.toExponential(6).split("e");
  const exponent = Number(power);
  const raised = [...String(Math.abs(exponent)).padStart(2, "0")].map((digit) => superscripts[Number(digit)]).join("");
  const sign = Object.is(value, -0) ? "-" : "";
  return `${sign}${digits}×10${exponent < 0 ? "⁻" : ""}${raised}`.padStart(width, " ");
}
