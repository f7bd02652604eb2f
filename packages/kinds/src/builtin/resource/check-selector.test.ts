import { fieldPath, printFieldErrorBody } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkSelector, createSelectorCheck } from "./check-selector.ts";

// The expected messages equal those of Kubernetes.
describe("a selector of devices", () => {
  it.each<[string, string]>([
    ["device.driver == 'x'", ""],
    [
      "device.driver == 1",
      "Invalid value: \"device.driver == 1\": compilation failed: ERROR: <input>:1:15: found no matching overload for '_==_' applied to '(string, int)'\n | device.driver == 1\n | ..............^",
    ],
    ["device.driver", 'Invalid value: "device.driver": must evaluate to bool or the unknown type, not string'],
    [
      "device.nope",
      "Invalid value: \"device.nope\": compilation failed: ERROR: <input>:1:7: undefined field 'nope'\n | device.nope\n | ......^",
    ],
    ["device.attributes['a'].b", ""],
    ["device.attributes['a'].b == 1", ""],
    [
      "device.attributes['a'].b + 1",
      "Invalid value: \"device.attributes['a'].b + 1\": must evaluate to bool or the unknown type, not int",
    ],
    ["device.attributes['a'].b.isGreaterThan(semver('1.0.0'))", ""],
    ["device.capacity['a'].b.isGreaterThan(quantity('1'))", ""],
    [
      "device.capacity['a'].b == 1",
      "Invalid value: \"device.capacity['a'].b == 1\": compilation failed: ERROR: <input>:1:24: found no matching overload for '_==_' applied to '(kubernetes.Quantity, int)'\n | device.capacity['a'].b == 1\n | .......................^",
    ],
    ["cel.bind(dra, device.attributes['dra.example.com'], dra.oneBool && dra.anotherBool)", ""],
    ["device.allowMultipleAllocations", ""],
    [
      "object.x",
      "Invalid value: \"object.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'object' (in container '')\n | object.x\n | ^",
    ],
    [
      "1 +",
      "Invalid value: \"1 +\": compilation failed: ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 +\n | ...^",
    ],
    [
      "",
      "Invalid value: \"\": compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
    [
      " ",
      "Invalid value: \" \": compilation failed: ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n |  \n | .^",
    ],
    ["dyn(1)", 'Invalid value: "dyn(1)": must evaluate to bool or the unknown type, not dyn'],
    ["dyn(true)", 'Invalid value: "dyn(true)": must evaluate to bool or the unknown type, not dyn'],
    ["device", 'Invalid value: "device": must evaluate to bool or the unknown type, not kubernetes.DRADevice'],
    [
      "'a'.includes('b')",
      "Invalid value: \"'a'.includes('b')\": compilation failed: ERROR: <input>:1:13: undeclared reference to 'includes' (in container '')\n | 'a'.includes('b')\n | ............^",
    ],
    [
      "device.attributes['a'].b.includes(1)",
      "Invalid value: \"device.attributes['a'].b.includes(1)\": compilation failed: ERROR: <input>:1:34: undeclared reference to 'includes' (in container '')\n | device.attributes['a'].b.includes(1)\n | .................................^",
    ],
    [
      "device.attributes['a'].b.exists(x, x == 1)",
      "Invalid value: \"device.attributes['a'].b.exists(x, x == 1)\": compilation failed: ERROR: <input>:1:23: expression of type 'any' cannot be range of a comprehension (must be list, map, or dynamic)\n | device.attributes['a'].b.exists(x, x == 1)\n | ......................^",
    ],
    ["true", ""],
    ["null", 'Invalid value: "null": must evaluate to bool or the unknown type, not null_type'],
    ["[1]", 'Invalid value: "[1]": must evaluate to bool or the unknown type, not list(int)'],
    ["device.attributes.all(a, device.attributes[a].all(b, device.attributes[a][b] == 1))", ""],
    [
      "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, true))))",
      "Forbidden: too complex, exceeds cost limit",
    ],
    [
      "device.attributes['a'].b.matches('[a')",
      "Invalid value: \"device.attributes['a'].b.matches('[a')\": compilation failed: ERROR: <input>:1:34: invalid matches argument\n | device.attributes['a'].b.matches('[a')\n | .................................^",
    ],
    [
      "'a'.matches('[a')",
      "Invalid value: \"'a'.matches('[a')\": compilation failed: ERROR: <input>:1:13: invalid matches argument\n | 'a'.matches('[a')\n | ............^",
    ],
    ["1/0 == 1", ""],
    ["device.driver.matches('a.*')", ""],
    ["device.attributes['a'].s.contains('x') && device.attributes['a'].s.lowerAscii() == 'y'", ""],
    [
      "device.attributes.exists(k, device.attributes[k].exists(i, device.attributes[k][i].lowerAscii().matches('^a.*b$')))",
      "",
    ],
    ["device.attributes['a']['b'] ? true : false", ""],
    ["!device.attributes['a'].b", ""],
    ["has(device.attributes.foo)", ""],
    ["'x' in device.attributes", ""],
    ["device.attributes['a'].b || true", ""],
    ["type(device.driver) == string", "Forbidden: too complex, exceeds cost limit"],
    ["optional.of(1).hasValue()", ""],
    ["device.attributes[?'a'].hasValue()", ""],
    ["device.?driver.hasValue()", ""],
    ["x".repeat(10_241), "Too long: may not be more than 10240 bytes"],
  ])("is judged: %j", (expression, fault) => {
    const said = checkSelector(expression, fieldPath("spec")).map(printFieldErrorBody).join("; ");
    expect(said).toBe(fault);
  });
});

describe("the selectors of one object", () => {
  it("are compiled up to a limit, so that no request blocks the others for long", () => {
    const check = createSelectorCheck();
    const wrong = Array.from({ length: 2000 }, (_, i) => `device.nope${i} == ${"1".repeat(100)}`);
    const refused = wrong.filter((expression) => check(expression, fieldPath("spec")).length > 0);
    expect(refused).toEqual(wrong.slice(0, refused.length));
    expect([refused.length > 500, refused.length < 700]).toEqual([true, true]);
    expect(check("x".repeat(10_241), fieldPath("spec"))).toHaveLength(1);
  });
});
