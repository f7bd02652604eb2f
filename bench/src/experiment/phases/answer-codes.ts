import type { Run } from "./phase.ts";

/** Notes the answers of all requests so far by status code, as `<phase>Answers<code>`. Changes the run's figures. */
export async function noteAnswerCodes({ proxy, figures }: Run, phase: "startUp" | "restart"): Promise<void> {
  const traffic = await proxy.ask("read", undefined);
  for (const [code, count] of Object.entries(traffic?.codes ?? {})) {
    figures[`${phase}Answers${code}`] = count;
  }
}
