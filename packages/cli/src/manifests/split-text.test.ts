import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateField, type Manifest, parseManifests } from "./manifest.ts";
import { splitText } from "./split-text.ts";

const source = (text: string) => ({ file: "f", text, linesBefore: 0 });

/** Object, position and warnings of each manifest. */
function describeAll(manifests: readonly Manifest[]) {
  return manifests.map((manifest) => {
    const places = [manifest, ...["a", "metadata.name"].map((field) => locateField(manifest, field))];
    // The line of an object in a List is that of its path.
    const line = manifest.path.length === 0 ? manifest.line : 0;
    return [manifest.object, line, manifest.warnings, ...places.slice(1)];
  });
}

function expectSame(text: string, partLength: number): number {
  const parts = splitText(source(text), partLength);
  expect(describeAll(parts.flatMap(parseManifests))).toEqual(describeAll(parseManifests(source(text))));
  return parts.length;
}

const object = fc.record(
  { a: fc.string(), metadata: fc.record({ name: fc.constantFrom("x", 'q"', "\\", "]}", "---", "a\n---\nb") }) },
  { requiredKeys: ["metadata"] },
);

describe("splitText()", () => {
  it("keeps objects, positions and warnings of YAML documents", () => {
    const text = Array.from({ length: 20 }, (_, i) => `a: ${i}\na: b\nmetadata:\n  name: n${i}\n`).join("---\n");
    expect(expectSame(text, 50)).toBeGreaterThan(5);
    expect(expectSame(text.replaceAll("\n", "\r\n"), 50)).toBeGreaterThan(5);
  });

  it("splits only at separators", () => {
    const text = "a: |\n  ---\n  x\nmetadata:\n  name: ---\n--- # next\na: 1\n---\n---x: 2\n--- {a: 3}\n---";
    for (let length = 1; length < text.length; length++) {
      expectSame(text, length);
    }
  });

  it("keeps objects and positions of JSON Lists", () => {
    fc.assert(
      fc.property(
        fc.array(object),
        fc.constantFrom(0, 1, 4),
        fc.boolean(),
        fc.nat({ max: 60 }),
        (items, indent, isFirst, length) => {
          const list = isFirst ? { kind: "XList", items } : { items, kind: "List", metadata: { items: [1, 2] } };
          expectSame(JSON.stringify(list, null, indent), length);
        },
      ),
    );
    const items = Array.from({ length: 20 }, (_, i) => ({ a: i, metadata: { name: "x" } }));
    expect(expectSame(JSON.stringify({ apiVersion: "v1", items, kind: "List" }, null, 4), 100)).toBeGreaterThan(5);
    expect(
      expectSame(`{"kind":"List","items":[${items.map((item) => JSON.stringify(item)).join(",\n")}]}`, 100),
    ).toBeGreaterThan(3);
  });

  it.each<[string, string]>([
    ["a directive", "%YAML 1.1\n---\na: 1\n---\na: 2\n"],
    ["other line breaks", "a: 1\r---\ra: 2\r---\ra: 3\n"],
    ["an object that is no List", '{"kind":"X","items":[\n{"a":1},\n{"a":2},\n{"a":3}\n]}'],
    ["repeated keys", '{"kind":"List","items":[\n{"a":1},\n{"a":2},\n{"a":3}\n],"kind":"List"}'],
    ["no end", '{"kind":"List","items":[\n{"a":1},\n{"a":2},\n{"a":3}\n'],
    ["a JSON List on one line", '{"kind":"List","items":[{"a":1},{"a":2},{"a":3}]}'],
  ])("does not split a text with %s", (_, text) => {
    expect(splitText(source(text), 10)).toEqual([source(text)]);
  });
});
