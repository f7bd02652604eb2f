import type { Run } from "./phase.ts";

/** Adds the number of responses so far by status code to the figures, as `<phase>Answers<code>`. */
export async function noteAnswerCodes({ proxy, figures }: Run, phase: "startUp" | "restart"): Promise<void> {
  const traffic = await proxy.ask("read", undefined);
  for (const [code, count] of Object.entries(traffic?.codes ?? {})) {
    figures[`${phase}Answers${code}`] = count;
  }
}
