import { openMemoryRoot, openPodFolders, openProbes, startAgent } from "@kiln/agent";
import type { Logger } from "@kiln/api";
import { createSystemClock } from "@kiln/api";
import { loadAccess, openTransport } from "@kiln/client/node";
import { createLogger } from "../serve/create-logger.ts";
import { untilStopped } from "../snapshot/until-stopped.ts";
import type { AgentFlags } from "./agent-flags.ts";

/** Runs the agent until a signal. Published files stay. */
export async function runAgent({ rootDir, isSynced, allowsDisk, kubeconfig, context, probes, ...options }: AgentFlags) {
  const stopped = untilStopped();
  const clock = createSystemClock(globalThis);
  const log = createLogger();
  const secrets = allowsDisk ? {} : await keepInMemory(rootDir, log);
  const folders = await openPodFolders({ rootDir, clock, fraction: Math.random, isSynced });
  const transport = openTransport(loadAccess({ file: kubeconfig, context }));
  const agent = startAgent({ ...options, ...folders, ...secrets, transport, clock, fraction: Math.random, log });
  try {
    const served = probes === undefined ? undefined : await openProbes({ agent, ...probes });
    const where = served === undefined ? "" : ` probes=http://${probes?.host}:${served.port}`;
    log.info({ node: options.nodeName }, "waiting for the pods of the node");
    // The same condition as that of /readyz.
    const isReady = await Promise.race([agent.synced.then(() => true), stopped.then(() => false)]);
    if (isReady) {
      process.stdout.write(`ready node=${options.nodeName} root=${rootDir}${where}\n`);
    }
    await stopped;
    await served?.close();
  } finally {
    await agent.close();
    transport.close();
  }
  return 0;
}

async function keepInMemory(rootDir: string, log: Logger): Promise<{ readonly secretsRefusal?: string }> {
  const { isMemory, isMounted, reason } = await openMemoryRoot(rootDir);
  if (isMounted) {
    log.info({ root: rootDir }, "mounted a tmpfs at ROOT/pods: Secrets stay in memory");
  }
  if (isMemory) {
    return {};
  }
  const advice = `make ${rootDir} a tmpfs, or accept the disk with --allow-secrets-on-disk`;
  log.warn({ root: rootDir }, `pods with Secrets or tokens wait: the root is on a disk, and ${reason}; ${advice}`);
  return { secretsRefusal: `Secrets and tokens are not written to a disk, and ${reason}; ${advice}` };
}
