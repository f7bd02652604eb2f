import type { ServerResponse } from "node:http";
import { PROBLEM_HEADER, type Problem } from "./names.ts";

export interface OwnAnswer {
  readonly status: number;
  readonly problem: Problem;
  readonly text: string;
}

/** Sends an error of the console itself, in plain text. */
export function answerOwn(response: ServerResponse, { status, problem, text }: OwnAnswer): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", [PROBLEM_HEADER]: problem });
  response.end(`${text}\n`);
}
