import { describe, expect, it } from "vitest";
import {
  asNamedString,
  duplicate,
  forbidden,
  internalFault,
  invalid,
  notFound,
  notSupported,
  printFieldError,
  printFieldErrorBody,
  printFieldErrors,
  required,
  tooFew,
  tooLong,
  tooMany,
  tooShort,
  typeInvalid,
} from "./field-error.ts";
import { fieldPath, rootPath } from "./field-path.ts";

const path = fieldPath("spec", "size");

describe("printFieldError()", () => {
  it.each([
    [required(path, ""), "spec.size: Required value"],
    [required(path, "must be there"), "spec.size: Required value: must be there"],
    [invalid(path, "x\n", "no"), 'spec.size: Invalid value: "x\\n": no'],
    [asNamedString(invalid(path, "\x07<", "no")), 'spec.size: Invalid value: "\\u0007\\u003c": no'],
    [invalid(path, 5, "no"), "spec.size: Invalid value: 5: no"],
    [invalid(path, 2n ** 60n, "no"), "spec.size: Invalid value: 1152921504606846976: no"],
    [invalid(path, true, "no"), "spec.size: Invalid value: true: no"],
    [invalid(path, null, "no"), "spec.size: Invalid value: null: no"],
    [invalid(path, { b: 1, a: ["<"] }, "no"), 'spec.size: Invalid value: {"a":["\\u003c"],"b":1}: no'],
    [invalid(path, undefined, "no"), "spec.size: Invalid value: no"],
    [typeInvalid(path, "null", "no"), 'spec.size: Invalid value: "null": no'],
    [duplicate(path, "a"), 'spec.size: Duplicate value: "a"'],
    [notFound(path, "a"), 'spec.size: Not found: "a"'],
    [notSupported(path, "z", ["a", "b"]), 'spec.size: Unsupported value: "z": supported values: "a", "b"'],
    [notSupported(path, "z", []), 'spec.size: Unsupported value: "z"'],
    [forbidden(path, "why"), "spec.size: Forbidden: why"],
    [tooLong(path, 1), "spec.size: Too long: may not be more than 1 byte"],
    [tooLong(path, 63), "spec.size: Too long: may not be more than 63 bytes"],
    [tooLong(path, -1), "spec.size: Too long: value is too long"],
    [tooShort(path, 1), "spec.size: Too short: must be at least 1 character"],
    [tooShort(path, 2), "spec.size: Too short: must be at least 2 characters"],
    [tooMany(path, 3, 2), "spec.size: Too many: 3: must have at most 2 items"],
    [tooMany(path, -1, -1), "spec.size: Too many: has too many items"],
    [tooFew(path, 0, 1), "spec.size: Too few: 0: must have at least 1 item"],
    [internalFault(path, "oops"), "spec.size: Internal error: oops"],
    [invalid(rootPath, "x", "no"), '<nil>: Invalid value: "x": no'],
  ])("says %2$s", (error, text) => {
    expect(printFieldError(error)).toBe(text);
  });

  it("shows a value's own text where there is one", () => {
    expect(printFieldErrorBody({ ...invalid(path, { b: 1 }, "no"), printed: "{raw}" })).toBe(
      "Invalid value: {raw}: no",
    );
  });
});

describe("printFieldErrors()", () => {
  it("names each different error once, in brackets when there are several", () => {
    const one = required(path, "");
    const two = forbidden(path, "why");
    expect(printFieldErrors([])).toBe("");
    expect(printFieldErrors([one, one])).toBe("spec.size: Required value");
    expect(printFieldErrors([one, two, one])).toBe("[spec.size: Required value, spec.size: Forbidden: why]");
  });
});
