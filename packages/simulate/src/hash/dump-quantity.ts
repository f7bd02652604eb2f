const SUFFIXES: Readonly<Record<string, { readonly exponent: number; readonly format: string }>> = {
  Ki: { exponent: 10, format: "BinarySI" },
  Mi: { exponent: 20, format: "BinarySI" },
  Gi: { exponent: 30, format: "BinarySI" },
  Ti: { exponent: 40, format: "BinarySI" },
  Pi: { exponent: 50, format: "BinarySI" },
  Ei: { exponent: 60, format: "BinarySI" },
  n: { exponent: -9, format: "DecimalSI" },
  u: { exponent: -6, format: "DecimalSI" },
  m: { exponent: -3, format: "DecimalSI" },
  "": { exponent: 0, format: "DecimalSI" },
  k: { exponent: 3, format: "DecimalSI" },
  M: { exponent: 6, format: "DecimalSI" },
  G: { exponent: 9, format: "DecimalSI" },
  T: { exponent: 12, format: "DecimalSI" },
  P: { exponent: 15, format: "DecimalSI" },
  E: { exponent: 18, format: "DecimalSI" },
};

/**
 * Dumps a quantity as Go's decoder stores it: a scaled integer, and the text if that is canonical. Kubernetes: the text
 * is kept in canonical form only (quantity.go ParseQuantity, v1.36). Larger values, which Go stores differently, are
 * dumped in the same form, so their hash may differ.
 */
export function dumpQuantity(text: string): string {
  if (text === "0" || text === "") {
    return print({ value: 0n, scale: 0, kept: text, format: text === "" ? "" : "DecimalSI" });
  }
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE])|[eE]([+-]?\d+))?$/.exec(text);
  const [, sign = "", whole = "", fraction = "", suffix = "", power] = match ?? [];
  const { exponent, format } =
    power === undefined
      ? (SUFFIXES[suffix] ?? { exponent: 0, format: "DecimalSI" })
      : { exponent: Number(power), format: "DecimalExponent" };
  const number = whole.replace(/^0+(?=\d)/, "");
  const decimals = fraction.replace(/0+$/, "");
  const shifted = BigInt(`${number}${decimals}` || "0");
  const signed = sign === "-" ? -shifted : shifted;
  if (format === "BinarySI") {
    const isCanonical = exponent % 10 === 0 && (shifted & 7n) !== 0n;
    return print({ value: signed << BigInt(exponent), scale: 0, kept: isCanonical ? text : "", format });
  }
  const scale = exponent - decimals.length;
  const digits = `${number}${decimals}`;
  const isCanonical = scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return print({ value: signed, scale, kept: isCanonical ? text : "", format });
}

interface Held {
  readonly value: bigint;
  readonly scale: number;
  readonly kept: string;
  readonly format: string;
}

function print({ value, scale, kept, format }: Held): string {
  const integer = `i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}}`;
  return `{${integer} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${kept} Format:(resource.Format)${format}}`;
}
