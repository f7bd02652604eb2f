import { describe, expect, it } from "vitest";
import { createScreen } from "./screen.ts";

describe("createScreen()", () => {
  it.each([
    ["plain lines", "one\r\ntwo", "one\ntwo"],
    ["text at a place", "\u001b[2;3Hab\u001b[1;1Hc", "c\n  ab"],
    ["cells drawn again", "pods\u001b[1;1Hnode", "node"],
    ["colors, modes and character sets", "\u001b[?25l\u001b[1;31mred\u001b(B\u001b[m", "red"],
    ["a cleared screen and line", "gone\u001b[2J\u001b[1;1Habc\u001b[1;2H\u001b[K", "a"],
    ["moves to the right", "a\u001b[2Cb", "a  b"],
  ])("shows %s", (_, output, text) => {
    const screen = createScreen();
    screen.draw(output);
    expect(screen.text()).toBe(text);
  });
});
