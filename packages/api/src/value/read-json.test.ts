import { describe, expect, it } from "vitest";
import {
  asInteger,
  asObjects,
  asText,
  asTextEntries,
  asTexts,
  listAt,
  objectAt,
  objectsAt,
  textAt,
} from "./read-json.ts";

describe("reading a value of the wrong type", () => {
  it("gives an empty value of the right one", () => {
    expect([asText("a"), asText(1), asText(undefined)]).toEqual(["a", "", ""]);
    expect([asInteger(1), asInteger(2n), asInteger("3"), asInteger(null)]).toEqual([1, 2n, 0, 0]);
    expect([asTexts(["a", 1, "b"]), asTexts("a"), asTexts(null)]).toEqual([["a", "", "b"], [], []]);
    expect([asObjects([{ a: 1 }, null, []]), asObjects({})]).toEqual([[{ a: 1 }, {}, {}], []]);
    expect([asTextEntries({ a: "b", c: 1 }), asTextEntries("ab"), asTextEntries([])]).toEqual([
      [
        ["a", "b"],
        ["c", ""],
      ],
      [],
      [],
    ]);
  });

  it("gives the same for a field that is not there, and for one that only the prototype has", () => {
    const object = { spec: { name: "a", items: [1, {}], part: { deep: { key: 1 } } } };
    const spec = objectAt(object, "spec");
    expect([objectAt(object, "spec", "part", "deep"), objectAt(spec, "name", "length")]).toEqual([{ key: 1 }, {}]);
    expect([objectAt(undefined, "spec"), objectAt(object, "constructor")]).toEqual([{}, {}]);
    expect([textAt(spec, "name"), textAt(spec, "part"), textAt(spec, "none")]).toEqual(["a", "", ""]);
    expect([listAt(spec, "items"), listAt(spec, "part"), listAt(spec, "none")]).toEqual([[1, {}], [], []]);
    expect([objectsAt(spec, "items"), objectsAt(spec, "none")]).toEqual([[{}, {}], []]);
  });
});
