import { describe, expect, it } from "vitest";
import { nearestWord } from "./nearest-word.ts";

describe("nearestWord()", () => {
  it.each([
    ["serv", ["schema", "serve"], "serve"],
    ["chekc", ["check", "explain"], "check"],
    ["Heats", ["seats1", "heat"], "heat"],
    ["get", ["set", "lint"], "set"],
    ["surf", ["serve", "check"], undefined],
    ["yes", ["no"], undefined],
    ["a", ["b", "ab"], undefined],
  ])("for %j among %j finds %j", (word, known, found) => {
    expect(nearestWord(word, known)).toBe(found);
  });
});
