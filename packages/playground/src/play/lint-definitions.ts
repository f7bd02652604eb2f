import { asObject } from "@kiln/api";
import { createLintServer, lintRules, lintText, type Severity } from "@kiln/lint";
import type { World } from "../server/open-world.ts";
import type { TextRange } from "./outcome.ts";
import { indexLines } from "./text-places.ts";

/** A finding of a lint rule, by its range in the text. */
export interface LintNotice {
  readonly rule: string;
  readonly severity: Severity;
  readonly text: string;
  readonly range: TextRange;
}

/** Rejections and unreadable texts are left out: playing the text reports them already. */
const rules = lintRules.filter(({ id }) => id !== "refused" && id !== "unreadable");

/** Lint findings in the CRDs of a text. The API server of `world` must not contain the CRDs, and gets dry runs only. */
export async function lintDefinitions(world: World, text: string): Promise<readonly LintNotice[]> {
  const server = createLintServer(async (method, target, body) => {
    const { status, json, warnings } = await world.send({ method, target, body });
    return { status, body: asObject(json), warnings };
  });
  const { findings } = await lintText({ file: "crd.yaml", text }, { rules, server });
  const lines = indexLines(text);
  return findings
    .filter(({ rule }) => rules.some(({ id }) => id === rule))
    .map(({ rule, severity, message, position }) => {
      const from = lines.offsetOf(position.line, position.column);
      const end = text.indexOf("\n", from);
      return { rule, severity, text: message, range: { from, to: end < 0 ? text.length : end } };
    });
}
