/**
 * Prints a number as Go's `%g`, with the fewest digits that identify it, and with an exponent below 1e-4 and from 1e+06
 * on. Infinity and NaN are printed as in YAML.
 */
export function printGoFloat(value: number, options: { readonly bits: 32 | 64 }): string {
  if (Number.isNaN(value)) {
    return ".nan";
  }
  if (!Number.isFinite(value) || (options.bits === 32 && !Number.isFinite(Math.fround(value)))) {
    return value > 0 ? ".inf" : "-.inf";
  }
  const [digits = "0", exponent = "0"] = shortest(value, options.bits).split("e");
  const power = Number(exponent);
  return power < -4 || power >= 6 ? printExponent(digits, power) : String(Number(`${digits}e${power}`));
}

function printExponent(digits: string, power: number): string {
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function shortest(value: number, bits: 32 | 64): string {
  if (bits === 64) {
    return value.toExponential();
  }
  const single = Math.fround(value);
  for (let digits = 0; digits < 9; digits++) {
    const text = single.toExponential(digits);
    if (Math.fround(Number(text)) === single) {
      return text;
    }
  }
  return single.toExponential();
}
