import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addQuantities,
  asInt64,
  compareQuantities,
  createQuantity,
  isCanonicalQuantity,
  negateQuantity,
  parseQuantity,
  printQuantity,
  type Quantity,
  quantityFromJson,
  quantityMilliValue,
  quantitySign,
  quantityToNumber,
  quantityValue,
  subtractQuantities,
} from "./quantity.ts";

function quantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (parsed.error !== undefined) {
    throw new Error(`${text}: ${parsed.error}`);
  }
  return parsed.value;
}

const quantities = fc
  .tuple(
    fc.constantFrom("", "-", "+"),
    fc.bigInt({ min: 0n, max: 10n ** 20n }),
    fc.constantFrom("", ".5", ".125", ".000000001", ".0"),
    fc.constantFrom("", "n", "u", "m", "k", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "e3", "E-2"),
  )
  .map(([sign, whole, fraction, suffix]) => quantity(`${sign}${whole}${fraction}${suffix}`));

describe("parseQuantity() and printQuantity()", () => {
  it.each([
    ["0", "0"],
    ["-0", "0"],
    ["0.0Ki", "0"],
    ["1", "1"],
    ["100m", "100m"],
    ["1000m", "1"],
    ["0.5", "500m"],
    ["1.5", "1500m"],
    ["2500m", "2500m"],
    ["1024", "1024"],
    ["1024Ki", "1Mi"],
    ["512Ki", "512Ki"],
    ["1.5Gi", "1536Mi"],
    ["0.5Ki", "512"],
    ["1000k", "1M"],
    ["12e6", "12e6"],
    ["1000e3", "1e6"],
    ["1E", "1E"],
    ["1E3", "1E3"],
    ["0.1n", "1n"],
    ["-0.1n", "-1n"],
    ["1.0000000001", "1000000001n"],
    ["0.001Ki", "1024m"],
    ["0.0001Ki", "102400u"],
    ["9Ei", "9223372036854775807"],
    ["-9Ei", "-9223372036854775807"],
    ["9223372036854775808", "9223372036854775808"],
    ["5Pi", "5Pi"],
    ["100000000000000000000k", "100e21"],
    [".", "0"],
    ["m", "0"],
  ])("reads %s as %s", (text, canonical) => {
    expect(printQuantity(quantity(text))).toBe(canonical);
  });

  it.each(["1.500", "+5Ki", "005", "+1", "1.123"])("prints %s as it came", (text) => {
    expect(printQuantity(quantity(text))).toBe(text);
    expect(printQuantity(negateQuantity(negateQuantity(quantity(text))))).not.toBe(text);
  });

  it("goes over to an exponent beyond the last suffix", () => {
    expect(printQuantity(quantity("1000E"))).toBe("1e21");
  });

  const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const suffix = "unable to parse quantity's suffix";
  it.each([
    ["", format],
    ["abc", format],
    ["1 Gi", format],
    ["1KB", format],
    ["1.2.3", format],
    ["1K", suffix],
    ["1e", suffix],
    ["1mi", suffix],
    ["--1", suffix],
    ["1e1001", suffix],
    ["Pi", "unable to parse numeric part of quantity"],
    ["9".repeat(1001), format],
  ])("refuses %s", (text, error) => {
    expect(parseQuantity(text)).toEqual({ error });
  });

  it("reads back the amount and the format it prints", () => {
    fc.assert(
      fc.property(quantities, (value) => {
        const again = quantity(printQuantity(value));
        expect(compareQuantities(again, value)).toBe(0);
        expect(printQuantity(again)).toBe(printQuantity(value));
      }),
    );
  });

  it("never throws", () => {
    const unit = fc.constantFrom(..."0159.+-eEinumkKMGTP ");
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const { value, error } = parseQuantity(text);
        expect(value === undefined).not.toBe(error === undefined);
        expect(value === undefined || typeof printQuantity(value) === "string").toBe(true);
      }),
    );
  });
});

describe("isCanonicalQuantity()", () => {
  it("is true only for texts that are printed as they are", () => {
    const anyText = fc.stringMatching(/^[0-9]{1,10}(?:[numkMGTPE]|[KMGTPE]i)?$/);
    fc.assert(
      fc.property(anyText, (text) => {
        const { value } = parseQuantity(text);
        expect(!isCanonicalQuantity(text) || (value !== undefined && printQuantity(value) === text)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(
      ["0", "1", "500m", "100k", "128Mi", "999P", "32778Mi", "101430960Ki", "1500m"].map(isCanonicalQuantity),
    ).not.toContain(false);
    expect(
      ["00", "1000", "1000m", "2048Ki", "5x", "1234567T", "1000000001", "0m", "1Ei", "1e3", "-1", ""].map(
        isCanonicalQuantity,
      ),
    ).not.toContain(true);
  });
});

describe("quantityFromJson()", () => {
  it("takes strings with spaces around them, numbers and null", () => {
    const texts = [" 5Mi ", 1.5, 3, 2n ** 60n, 1e21, null].map((value) => {
      const parsed = quantityFromJson(value);
      return parsed.value && printQuantity(parsed.value);
    });
    expect(texts).toEqual(["5Mi", "1500m", "3", "1152921504606846976", "1e+21", "0"]);
    expect(quantityFromJson({}).error).toBeDefined();
  });
});

describe("arithmetic", () => {
  it("compares amounts, however they are written", () => {
    expect(compareQuantities(quantity("1Ki"), quantity("1024"))).toBe(0);
    expect(compareQuantities(quantity("1e1000"), quantity("1"))).toBe(1);
    expect(compareQuantities(quantity("-1e1000"), quantity("-1"))).toBe(-1);
    expect(compareQuantities(quantity("-1n"), quantity("1n"))).toBe(-1);
    expect(compareQuantities(quantity("0e5"), quantity("0"))).toBe(0);
    expect(compareQuantities(quantity("999m"), quantity("1"))).toBe(-1);
  });

  it("keeps the format of the first that is not zero", () => {
    expect(printQuantity(addQuantities(quantity("1Gi"), quantity("1G")))).toBe("2073741824");
    expect(printQuantity(addQuantities(quantity("0"), quantity("1Gi")))).toBe("1Gi");
    expect(printQuantity(subtractQuantities(quantity("2Gi"), quantity("1Gi")))).toBe("1Gi");
    expect(printQuantity(subtractQuantities(quantity("100m"), quantity("1")))).toBe("-900m");
    expect(printQuantity(createQuantity(2048n, "BinarySI"))).toBe("2Ki");
  });

  it("adds and takes away the same", () => {
    fc.assert(
      fc.property(quantities, quantities, (a, b) => {
        expect(compareQuantities(addQuantities(a, b), addQuantities(b, a))).toBe(0);
        expect(compareQuantities(subtractQuantities(addQuantities(a, b), b), a)).toBe(0);
        expect(compareQuantities(a, b)).toBe(quantitySign(subtractQuantities(a, b)));
      }),
    );
  });
});

describe("asInt64()", () => {
  it.each([
    ["5", 5n],
    ["5k", 5000n],
    ["-2Ki", -2048n],
    ["1000m", undefined],
    ["1.5Gi", undefined],
    ["9223372036854775807", undefined],
    ["10E", undefined],
    ["1e18", 10n ** 18n],
  ])("of %s is %s", (text, value) => {
    expect(asInt64(quantity(text))).toBe(value);
  });
});

describe("quantityValue() and quantityMilliValue()", () => {
  it.each([
    ["1.1", 2n, 1100n],
    ["-1.1", -2n, -1100n],
    ["1n", 1n, 1n],
    ["0", 0n, 0n],
    ["1Ki", 1024n, 1024000n],
    ["1e30", 0n, 0n],
    ["-1e30", 0n, 0n],
    ["1E", 10n ** 18n, 0n],
    ["9223372036854775808", -(2n ** 63n), 0n],
    ["99999999999999999999999", 200376420520689663n, -2537764290115404776n],
    ["16Ei", 2n ** 63n - 1n, -1000n],
  ])("round %s up to %s and %s", (text, value, milli) => {
    expect(quantityValue(quantity(text))).toBe(value);
    expect(quantityMilliValue(quantity(text))).toBe(milli);
  });

  it("come near to quantityToNumber()", () => {
    expect(quantityToNumber(quantity("1.5Gi"))).toBe(1.5 * 2 ** 30);
    expect(quantityToNumber(quantity("100m"))).toBe(0.1);
  });
});
