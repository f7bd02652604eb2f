import { describe, expect, it } from "vitest";
import { pathAt } from "./path-at.ts";

const TEXT = `# a comment
apiVersion: v1
metadata:
  name: a
  annotations:
    "a/b": c
spec:
  rooms:
  - name: hall
    size: 3
    doors:
      - - width: 2
          height: 3
  limits:
    co
---
other:
    deep: 1
`.split("\n");

describe("pathAt()", () => {
  const at = (number: number) => pathAt({ line: (line) => TEXT[line - 1] ?? "" }, number);

  it.each([
    [2, [], "apiVersion"],
    [4, ["metadata"], "name"],
    [6, ["metadata", "annotations"], "a/b"],
    [8, ["spec"], "rooms"],
    [9, ["spec", "rooms", 0], "name"],
    [10, ["spec", "rooms", 0], "size"],
    [12, ["spec", "rooms", 0, "doors", 0, 0], "width"],
    [13, ["spec", "rooms", 0, "doors", 0, 0], "height"],
    [14, ["spec"], "limits"],
    [15, ["spec", "limits"], "co"],
    [18, ["other"], "deep"],
  ])("finds the field of line %i", (line, parents, key) => {
    expect(at(line)).toMatchObject({ parents, key });
  });

  it("gives the columns of the key, without dashes and with quotes", () => {
    expect(at(9)).toMatchObject({ from: 4, to: 8, hasValue: true });
    expect(at(6)).toMatchObject({ from: 4, to: 9 });
    expect(at(15)).toMatchObject({ from: 4, to: 6, hasValue: false });
  });

  it("finds nothing on a comment", () => {
    expect(at(1)).toBeUndefined();
  });
});
