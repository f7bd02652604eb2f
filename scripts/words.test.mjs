import { describe, expect, it } from "vitest";
import { findForbidden, findForbiddenComments, parseForbidden } from "./words.mjs";

describe("the check of words", () => {
  it("reads its expressions from the block of the page", () => {
    expect(parseForbidden("# Page\n```words\n\\bnobody\\b\nfoo$\n```\n")).toEqual([/\bnobody\b/, /foo$/]);
  });

  it("names the lines that match", () => {
    const forbidden = parseForbidden("```words\n\\bnobody\\b\n^\\s*//\\s*What is\\b\n```");
    expect(findForbidden("const a = 1;\n// What is kept.\nsay('nobody');\n// Whatever\n", forbidden)).toEqual([2, 3]);
  });

  it("searches whole comments for the second list, and nothing else", () => {
    const forbidden = parseForbidden("```words\na\n```\n```comments\n\\bwhat is\\b\n```", "comments");
    const text = 'const a = "what is";\n/**\n * Keeps what\n * is left.\n */\nfunction b() {}\n';
    expect(findForbiddenComments(text, forbidden)).toEqual(["2: Keeps what is left."]);
  });
});
