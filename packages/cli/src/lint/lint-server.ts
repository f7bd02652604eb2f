import { createLintServer, type LintServer } from "@kiln/lint";
import { openLocalServer } from "../check/local-server.ts";

/** A server of this process for {@link LintServer}. */
export interface OpenLintServer extends LintServer {
  close(): Promise<void>;
}

export async function openLintServer(semantics: "kep" | "upstream"): Promise<OpenLintServer> {
  const server = await openLocalServer(semantics);
  return { ...createLintServer(server.send), close: () => server.close() };
}
