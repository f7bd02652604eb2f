import { openPodFolders, openProbes, startAgent } from "@kiln/agent";
import { createSystemClock } from "@kiln/api";
import { loadAccess, openTransport } from "@kiln/client/node";
import { createLogger } from "../serve/create-logger.ts";
import { untilStopped } from "../snapshot/until-stopped.ts";
import type { AgentFlags } from "./agent-flags.ts";

/** Runs until a signal asks it to stop. What it published stays. */
export async function runAgent({ rootDir, isSynced, kubeconfig, context, probes, ...options }: AgentFlags) {
  const stopped = untilStopped();
  const clock = createSystemClock(globalThis);
  const log = createLogger();
  const folders = await openPodFolders({ rootDir, clock, fraction: Math.random, isSynced });
  const transport = openTransport(loadAccess({ file: kubeconfig, context }));
  const agent = startAgent({ ...options, ...folders, transport, clock, fraction: Math.random, log });
  try {
    const served = probes === undefined ? undefined : await openProbes({ agent, ...probes });
    const where = served === undefined ? "" : ` probes=http://${probes?.host}:${served.port}`;
    process.stdout.write(`ready node=${options.nodeName} root=${rootDir}${where}\n`);
    await stopped;
    await served?.close();
  } finally {
    await agent.close();
    transport.close();
  }
  return 0;
}
