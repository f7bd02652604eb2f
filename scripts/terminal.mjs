#!/usr/bin/env node
// Draws the first walk of README.md as a terminal recording: docs/images/first-walk.svg. Commands and output are those
// of the page, which a test runs against a real server.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const HEADING = "## A first walk";
export const PICTURE = join(root, "docs", "images", "first-walk.svg");

const COLUMNS = 100;
const CHAR = 8.4;
const LINE = 20;
const PAD = 24;
const BAR = 36;
const SECONDS_A_COMMAND = 1.6;

/**
 * @typedef {{ kind: "command" | "output", text: string }} Line
 * @param {string} page text of README.md
 * @returns {Line[]} commands and output of the walk, in order
 */
export function readWalk(page) {
  const walk = page.slice(page.indexOf(HEADING)).split(/\n## /)[0] ?? "";
  return [...walk.matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].flatMap(([, language, block]) =>
    String(block)
      .trimEnd()
      .split("\n")
      .map((text) => ({ kind: language === "sh" ? "command" : "output", text })),
  );
}

/** @param {string} text @param {number} width */
export function wrap(text, width) {
  const lines = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(" ", width);
    const end = space > width / 2 ? space : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** @param {readonly Line[]} lines */
export function drawTerminal(lines) {
  let row = 0;
  let at = 0;
  const rows = lines.flatMap(({ kind, text }) => {
    if (kind === "command") {
      row += row === 0 ? 0 : 0.5;
      at += SECONDS_A_COMMAND;
    }
    return wrap(text, COLUMNS - 2).map((part, index) => {
      const prompt = kind === "command" && index === 0 ? '<tspan class="p">$ </tspan>' : "";
      const indent = kind === "command" && index > 0 ? "    " : "";
      const y = BAR + PAD + row++ * LINE;
      const delay = (at + (kind === "command" ? 0 : 0.5)).toFixed(1);
      const style = `class="${kind}" style="animation-delay:${delay}s"`;
      return `<text x="${PAD}" y="${y}" ${style}>${prompt}${escapeMarkup(indent + part)}</text>`;
    });
  });
  const width = Math.round(COLUMNS * CHAR + 2 * PAD);
  const height = Math.round(BAR + PAD + row * LINE + PAD / 2);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t">
<title id="t">A terminal: kubectl applies a CRD with an immutable field and a union, and the server enforces both</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #d8dee9;
  animation: show 0s both; }
.command { fill: #fff; } .p { fill: #8fbcbb; } .output { fill: #a9b4c4; }
@keyframes show { from { opacity: 0; } to { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { text { animation: none; } }
</style>
<rect width="${width}" height="${height}" rx="10" fill="#1f2430"/>
<circle cx="22" cy="18" r="6" fill="#ff5f56"/><circle cx="42" cy="18" r="6" fill="#ffbd2e"/><circle cx="62" cy="18" r="6" fill="#27c93f"/>
${rows.join("\n")}
</svg>
`;
}

/** @param {string} text */
function escapeMarkup(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(PICTURE, drawTerminal(readWalk(readFileSync(join(root, "README.md"), "utf8"))));
}
