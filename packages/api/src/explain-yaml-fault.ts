import type { ErrorCode, YAMLParseError } from "yaml";
import { countLineBreaks, type YamlSyntaxError, yamlErrorAt } from "./yaml-syntax-error.ts";

/**
 * Kubernetes' words for a fault found by the parser of YAML. `counts` says which line goes with them: faults found
 * while looking at characters name the line, those found among tokens name the one before.
 */
interface Wording {
  readonly code: ErrorCode;
  readonly about?: RegExp;
  readonly text: string;
  readonly counts: "characters" | "tokens";
}

/** The first that fits is used. */
const WORDINGS: readonly Wording[] = [
  { code: "TAB_AS_INDENT", text: "found character that cannot start any token", counts: "characters" },
  { code: "BAD_SCALAR_START", text: "found character that cannot start any token", counts: "characters" },
  { code: "BLOCK_AS_IMPLICIT_KEY", text: "mapping values are not allowed in this context", counts: "characters" },
  { code: "MISSING_CHAR", about: /quote$/, text: "found unexpected end of stream", counts: "characters" },
  { code: "MISSING_CHAR", about: /^Implicit map keys/, text: "could not find expected ':'", counts: "characters" },
  {
    code: "MISSING_CHAR",
    about: /^Missing directives-end/,
    text: "did not find expected <document start>",
    counts: "tokens",
  },
  { code: "BAD_ALIAS", text: "did not find expected alphabetic or numeric character", counts: "characters" },
  { code: "BAD_DQ_ESCAPE", text: "found unknown escape character", counts: "characters" },
  {
    code: "UNEXPECTED_TOKEN",
    about: /^Unexpected block-seq-ind on same line/,
    text: "block sequence entries are not allowed in this context",
    counts: "characters",
  },
  {
    code: "UNEXPECTED_TOKEN",
    about: /^Block scalar header/,
    text: "did not find expected comment or line break",
    counts: "characters",
  },
  { code: "UNEXPECTED_TOKEN", about: /^Unexpected , in/, text: "did not find expected node content", counts: "tokens" },
  { code: "UNEXPECTED_TOKEN", about: /in YAML document/, text: "did not find expected node content", counts: "tokens" },
  { code: "TAG_RESOLVE_FAILED", text: "found undefined tag handle", counts: "tokens" },
  { code: "UNEXPECTED_TOKEN", text: "did not find expected key", counts: "tokens" },
  { code: "BAD_INDENT", text: "did not find expected key", counts: "tokens" },
  { code: "MULTILINE_IMPLICIT_KEY", text: "did not find expected key", counts: "tokens" },
];

export type YamlFault = Pick<YAMLParseError, "code" | "pos" | "message">;

export function explainYamlFault(text: string, error: YamlFault): YamlSyntaxError {
  const at = Math.min(error.pos[0], text.length);
  const open = /^Flow (sequence|map) /.exec(error.message);
  if (open !== null) {
    return explainOpenFlow(text, at, open[1] === "map" ? "}" : "]");
  }
  const wording = WORDINGS.find(({ code, about }) => code === error.code && (about?.test(error.message) ?? true));
  if (wording === undefined) {
    return yamlErrorAt(text, at, `yaml: ${lineOf(lineBreaksBefore(text, at) + 1)}${error.message}`);
  }
  // The other parser complains at the colon, or at the line's end, where this one does at the key.
  const shift = error.code === "BLOCK_AS_IMPLICIT_KEY" ? Math.max(text.indexOf(":", at) - at, 0) : 0;
  const extra = wording.text.startsWith("could not find") ? 1 : 0;
  const line = lineBreaksBefore(text, at + shift) + extra;
  const shown = wording.counts === "characters" && line > 0 ? line + 1 : line;
  return yamlErrorAt(text, at, `yaml: ${lineOf(shown)}${wording.text}`);
}

/** A flow collection that is not closed is noticed at the end of the text, unless something else is closed before. */
function explainOpenFlow(text: string, at: number, closing: string): YamlSyntaxError {
  const isAtEnd = !text.includes(closing, at);
  const line = isAtEnd ? countLineBreaks(text) + (text.endsWith("\n") ? 0 : 1) : lineBreaksBefore(text, at);
  const isEmpty = isAtEnd && /[[{,]\s*$/.test(text.slice(-1000));
  const problem = isEmpty ? "did not find expected node content" : `did not find expected ',' or '${closing}'`;
  return yamlErrorAt(text, at, `yaml: ${lineOf(line)}${problem}`);
}

function lineBreaksBefore(text: string, at: number): number {
  return countLineBreaks(text.slice(0, at));
}

/** Kubernetes: names no line if it is the first, which counts as 0. */
function lineOf(line: number): string {
  return line > 0 ? `line ${line}: ` : "";
}
