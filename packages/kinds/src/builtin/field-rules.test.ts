import { fieldPath, forbidden, type JsonObject, printFieldErrors } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { type CheckFields, fieldRules } from "./field-rules.ts";

function errorsOf(rule: string, object: JsonObject, field = "a"): string {
  return printFieldErrors(fieldRules({ [field]: rule })(object, fieldPath("spec")));
}

const LABEL = "a lowercase RFC 1123 label must consist of";

describe("fieldRules()", () => {
  it.each<[rule: string, value: JsonObject, error: string]>([
    ["required", {}, "spec.a: Required value"],
    ["required", { a: "" }, "spec.a: Required value"],
    ["required", { a: [] }, "spec.a: Required value"],
    ["required", { a: "x" }, ""],
    ["required;label", {}, "spec.a: Required value"],
    ["required;label", { a: "A" }, `spec.a: Invalid value: "A": ${LABEL}`],
    ["label", {}, `spec.a: Invalid value: "": ${LABEL}`],
    ["optional;label", {}, ""],
    ["optional;label", { a: "" }, ""],
    ["pointer;label", {}, ""],
    ["pointer;label", { a: null }, ""],
    ["pointer;label", { a: "" }, `spec.a: Invalid value: "": ${LABEL}`],
    ["subdomain", { a: "a.b" }, ""],
    ["subdomain", { a: "a_b" }, 'spec.a: Invalid value: "a_b": a lowercase RFC 1123 subdomain must consist of'],
    ["qualifiedName", { a: "example.com/a" }, ""],
    ["qualifiedName", { a: "a/b/c" }, 'spec.a: Invalid value: "a/b/c": a valid label key must consist of'],
    ["segment", { a: ".." }, "spec.a: Invalid value: \"..\": may not be '..'"],
    ["enum=B|A", { a: "A" }, ""],
    ["enum=B|A", {}, 'spec.a: Unsupported value: "": supported values: "B", "A"'],
    ["count", {}, ""],
    ["count", { a: -1 }, "spec.a: Invalid value: -1: must be greater than or equal to 0"],
    ["positive", {}, "spec.a: Invalid value: 0: must be greater than zero"],
    ["pointer;positive", {}, ""],
    ["range=1..3", { a: 4 }, "spec.a: Invalid value: 4: must be between 1 and 3, inclusive"],
    ["range=1..3", { a: 3 }, ""],
    ["port", { a: 0 }, "spec.a: Invalid value: 0: must be between 1 and 65535, inclusive"],
    ["port", { a: "http" }, ""],
    ["required=say which", {}, "spec.a: Required value: say which"],
    ["pointer;required", {}, ""],
    ["pointer;required", { a: "" }, "spec.a: Required value"],
    ["present;label", {}, "spec.a: Required value"],
    ["present=here;label", { a: null }, "spec.a: Required value: here"],
    ["present;label", { a: "" }, `spec.a: Invalid value: "": ${LABEL}`],
    ["selector", { a: { matchLabels: { "-": "x" } } }, 'spec.a.matchLabels: Invalid value: "-": name part must'],
    ["labelValue", { a: "-" }, 'spec.a: Invalid value: "-": a valid label must be an empty string or'],
    ["maxBytes=2", { a: "é" }, ""],
    ["maxBytes=2", { a: "éé" }, "spec.a: Too long: may not be more than 2 bytes"],
    ["min=1 must be positive", {}, "spec.a: Invalid value: 0: must be positive"],
    ["max=2 must be small", { a: 3 }, "spec.a: Invalid value: 3: must be small"],
    ["max=2 must be small", { a: 2 }, ""],
    ["maxItems=1", { a: [1, 2] }, "spec.a: Too many: 2: must have at most 1 item"],
    ["pointer;amount", { a: "1Gi" }, ""],
    ["pointer;amount", { a: "-1.5" }, 'spec.a: Invalid value: "-1500m": must be greater than or equal to 0'],
    ["refused=not here", { a: 3 }, "spec.a: Invalid value: 3: not here"],
    ["refused=not here", {}, ""],
    ["portName", { a: "http" }, ""],
    ["portName", { a: "1" }, 'spec.a: Invalid value: "1": must contain at least one letter'],
    ["variableName", { a: "a b" }, ""],
    ["variableName", { a: "a=b" }, 'spec.a: Invalid value: "a=b": a valid environment variable name must consist'],
    ["optional;label;valid;maxBytes=2", { a: "abc" }, "spec.a: Too long: may not be more than 2 bytes"],
    ["optional;label;valid;maxBytes=2", { a: "ABC" }, `spec.a: Invalid value: "ABC": ${LABEL}`],
    ["forbidden=not here", { a: false }, "spec.a: Forbidden: not here"],
    ["immutable", { a: "x" }, ""],
    ["enumText=A|B", { a: "\x07" }, 'spec.a: Unsupported value: "\\a": supported values: "A", "B"'],
    ["enum=A|B", { a: "\x07" }, 'spec.a: Unsupported value: "\\u0007": supported values: "A", "B"'],
    ["labels", { a: { "-": "x" } }, 'spec.a: Invalid value: "-": name part must'],
    ["ip", { a: "1.2.3" }, 'spec.a: Invalid value: "1.2.3": must be a valid IP address'],
    ["nonzero;port", {}, "spec.a: Required value"],
    ["nonzero;port", { a: 65536 }, "spec.a: Invalid value: 65536: must be between 1 and 65535, inclusive"],
    ["zero;port", { a: 0 }, ""],
    ["zero;port", { a: -1 }, "spec.a: Invalid value: -1: must be between 1 and 65535, inclusive"],
  ])("%s of %j says %j", (rule, value, error) => {
    const printed = errorsOf(rule, value);
    expect(error === "" ? printed : printed.replace(/^\[/, "").slice(0, error.length)).toBe(error);
  });

  it("looks into structs that are there", () => {
    expect(errorsOf("required", { a: {} }, "a.b")).toBe("spec.a.b: Required value");
    expect(errorsOf("required", {}, "a.b")).toBe("");
  });

  it("applies one rule to several fields", () => {
    expect(errorsOf("required", {}, "a,b.c,d")).toBe("[spec.a: Required value, spec.d: Required value]");
  });

  it("checks each item of a list", () => {
    expect(errorsOf("required;label", { a: ["", "x"] }, "a[]")).toBe("spec.a[0]: Required value");
    expect(errorsOf("required", { a: { b: [""] } }, "a.b[]")).toBe("spec.a.b[0]: Required value");
    expect(errorsOf("required", {}, "a[]")).toBe("");
  });

  it("reports items that are not distinct after all others", () => {
    expect(errorsOf("distinct;maxBytes=1", { a: ["x", "x", "yy"] }, "a[]")).toBe(
      '[spec.a[2]: Too long: may not be more than 1 byte, spec.a[1]: Duplicate value: "x"]',
    );
    expect(errorsOf("distinct=k", { a: [{ k: "x" }, {}, { k: "x" }] }, "a[]")).toBe('spec.a[2]: Duplicate value: "x"');
  });

  it("only reports the length of a list that is too long", () => {
    expect(errorsOf("required", { a: ["", ""] }, "a[<=1]")).toBe("spec.a: Too many: 2: must have at most 1 item");
    expect(errorsOf("required", { a: [""] }, "a[<=1]")).toBe("spec.a[0]: Required value");
  });

  it("checks the structs of a list and of a field with a table", () => {
    const check = fieldRules({ "ports[]": { name: "unique", port: "positive" }, limits: { a: "required" } });
    const object = { ports: [{ name: "x", port: 1 }, { name: "x" }], limits: {} };
    expect(check(object, fieldPath("spec")).map(({ field }) => field)).toEqual([
      "spec.ports[1].name",
      "spec.ports[1].port",
      "spec.limits.a",
    ]);
    expect(check({}, fieldPath("spec"))).toEqual([]);
  });

  it("reports errors of items without an index at the list", () => {
    expect(errorsOf("enumText=A|B", { a: ["A", "C", "B", "D"] }, "a[^]")).toBe(
      '[spec.a: Unsupported value: "C": supported values: "A", "B", spec.a: Unsupported value: "D": supported values: "A", "B"]',
    );
  });

  it("applies words behind valid to values without an error before", () => {
    const printed = errorsOf("optional;label;valid;unique", { a: ["", "A", "A", "b", "b", ""] }, "a[]");
    expect(printed.match(/a\[\d\]: \w+/g)).toEqual(["a[1]: Invalid", "a[2]: Invalid", "a[4]: Duplicate"]);
  });

  it("reports errors of nested structs at their paths", () => {
    const check = fieldRules({ "a[]": { b: { c: { d: "required", "e[]": { f: "required" } } } } });
    const errors = check({ a: [{}, { b: { c: { e: [{}] } } }] }, fieldPath());
    expect(errors.map(({ field }) => field)).toEqual(["a[1].b.c.d", "a[1].b.c.e[0].f"]);
  });

  it("counts the values of each list for themselves", () => {
    const check = fieldRules({ "groups[]": { "items[]": "unique" } });
    const printed = printFieldErrors(check({ groups: [{ items: ["a", "b"] }, { items: ["a", "a"] }] }, fieldPath()));
    expect(printed).toBe('groups[1].items[1]: Duplicate value: "a"');
  });

  it.each<[rule: string, struct: JsonObject, error: string]>([
    ["atMostOne=one will do", { a: 1, b: 1 }, "spec: Forbidden: one will do"],
    ["atMostOne=one will do", { a: 1, b: null }, ""],
    ["atMostOne=one will do", {}, ""],
    ["atLeastOne=one is needed", {}, "spec: Required value: one is needed"],
    ["atLeastOne=one is needed", { a: 1, b: 1 }, ""],
    ["exactlyOne=pick", { a: 1, b: 1 }, "spec: Required value: pick"],
    ["exactlyOne=pick", {}, "spec: Required value: pick"],
    ["exactlyOne=pick", { b: 1 }, ""],
    [
      "atMostOne=core/v1.Taint: pick",
      { a: 1, b: 1, key: "k" },
      'spec: Invalid value: {"Key":"k","Value":"","Effect":"","TimeAdded":null}: pick',
    ],
  ])("%s, of fields that exclude each other, says for %j: %s", (rule, struct, error) => {
    expect(printFieldErrors(fieldRules({ "a|b": rule })(struct, fieldPath("spec")))).toBe(error);
  });

  it("begins anew after a function of a table has thrown, and while another walk is under way", () => {
    const check: CheckFields = fieldRules({ a: "required" }, ({ b }, path) => {
      if (b === "throw") {
        throw new Error("no");
      }
      return b === undefined ? [] : check(b as JsonObject, path.child("b"));
    });
    expect(() => check({ b: "throw" }, fieldPath())).toThrow("no");
    expect(check({ b: { b: { a: "x" } } }, fieldPath()).map(({ field }) => field)).toEqual(["a", "b.a"]);
    expect(check({ a: "x" }, fieldPath())).toEqual([]);
  });

  it("compares immutable fields with those of the old object", () => {
    const check = fieldRules({
      a: "immutable",
      "b.c": "immutable",
      d: { e: "immutable" },
      f: "immutable=core/v1.Taint",
    });
    const old = { a: "x", b: { c: [1] }, d: { e: 1 }, f: { key: "k" } };
    expect(check(old, fieldPath(), { old })).toEqual([]);
    expect(printFieldErrors(check({ b: {}, d: { e: 2 }, f: {} }, fieldPath(), { old }))).toBe(
      "[a: Invalid value: null: field is immutable, b.c: Invalid value: null: field is immutable, " +
        'd.e: Invalid value: 2: field is immutable, f: Invalid value: {"Key":"","Value":"","Effect":"","TimeAdded":null}: ' +
        "field is immutable]",
    );
  });

  it("calls functions between tables and for single fields, with what the caller gave", () => {
    const check = fieldRules<string>(
      { a: "required" },
      ({ b }, path, { given }) => [forbidden(path.child("b"), `${b} ${given}`)],
      { c: ["pointer", (value, path, { given }) => [forbidden(path, `${value} ${given}`)]] },
    );
    expect(printFieldErrors(check({ a: "x", b: 1 }, fieldPath(), { given: "now" }))).toBe("b: Forbidden: 1 now");
    expect(printFieldErrors(check({ a: "x", b: 1, c: 2 }, fieldPath(), { given: "now" }))).toBe(
      "[b: Forbidden: 1 now, c: Forbidden: 2 now]",
    );
  });

  it("reports errors in the order of the rules", () => {
    const check = fieldRules({ b: "required", a: "required" });
    expect(check({}, fieldPath()).map(({ field }) => field)).toEqual(["b", "a"]);
  });

  it("throws for a word that it does not know", () => {
    expect(() => errorsOf("lable", {})).toThrow('field a: "lable" is not a word of field rules');
  });
});
