import { describe, expect, it } from "vitest";
import { orderFields } from "./order-fields.ts";

const first = (path: string) => ({ path, occurrence: 1 });
const second = (path: string) => ({ path, occurrence: 2 });

describe("orderFields()", () => {
  it.each<[string, string, ReturnType<typeof first>[], string[]]>([
    ["keys of objects", '{"b":1,"a":{"x":1}}', [first("a.x"), first("b")], ["b", "a.x"]],
    ["a second occurrence", '{"a":1,"b":2,"a":3}', [second("a"), first("b")], ["b", "a"]],
    ["members of lists", '{"l":[{"a":1},{"b":[2]},{"a":1}]}', [first("l[2].a"), first("l[1].b")], ["l[1].b", "l[2].a"]],
    [
      "a list at the root",
      '[{"op":"x"},{"bar":1,"op":"y","op":"z"}]',
      [second("[1].op"), first("[1].bar")],
      ["[1].bar", "[1].op"],
    ],
    ["keys with dots", '{"m":{"b/c":1,"a.b":2}}', [first("m.a.b"), first("m.b/c")], ["m.b/c", "m.a.b"]],
    ["texts that look like keys", '{"a":"b\\":","b":1,"c":"}"}', [first("c"), first("b")], ["b", "c"]],
    ["escaped keys", '{"\\u0062":1,"a":2}', [first("a"), first("b")], ["b", "a"]],
    ["fields that are missing", '{"a":1}', [first("zz"), first("a")], ["a", "zz"]],
  ])("orders %s", (_, text, fields, expected) => {
    expect(orderFields(text, fields).map(({ path }) => path)).toEqual(expected);
  });
});
