import { podsOf } from "../plan/point.ts";
import { watchSeconds } from "../plan/timing.ts";
import { quantile } from "../statistics.ts";
import { noteAnswerCodes } from "./answer-codes.ts";
import { type Phase, sleep, waitUntil } from "./phase.ts";

/** All agents start at once while all their Pods wait, as in a cluster after a power failure. */
export const startUp: Phase = async (run) => {
  const { point, agents, sampler, figures, lengths } = run;
  const before = await sampler.sample();
  const startedAt = await agents.start({
    url: run.url,
    ca: run.ca,
    nodes: point.nodes,
    strategy: point.strategy,
    step: point.step,
    syncPeriodMs: run.syncPeriodMs,
    watchSeconds: watchSeconds(run.renewalFactor),
  });
  const expected = podsOf(point).length;
  const hasVolumes = point.mode !== "none" && point.consumption === "volume";
  const seconds = await waitUntil(async () => {
    const { pods, starting, readyPods } = await agents.read();
    return pods === expected && starting === 0 && (!hasVolumes || readyPods === expected);
  }, lengths.patience);
  const after = await sampler.sample();
  // Processor time by process shows the bottleneck: in a real cluster the agents run on other machines.
  figures.startUpServerCpu = after.serverCpu - before.serverCpu;
  figures.startUpStoreCpu = after.storeCpu - before.storeCpu;
  figures.startUpAgentsCpu = after.agentsCpu - before.agentsCpu;
  figures.startUpProxyCpu = after.proxyCpu - before.proxyCpu;
  const times = await agents.readyTimes();
  const waits = times.map((time) => (time - startedAt) / 1000);
  figures.startUpSeconds = seconds ?? lengths.patience;
  const missing = hasVolumes ? expected - times.length : 0;
  figures.startUpMissing = missing;
  // A Pod that never started counts with the maximum wait, so that percentiles include it.
  const all = [...waits, ...Array.from({ length: missing }, () => Math.max(lengths.patience, ...waits.slice(-1)))];
  if (all.length > 0) {
    figures.startUpP50 = quantile(all, 0.5);
    figures.startUpP99 = quantile(all, 0.99);
  }
  await noteAnswerCodes(run, "startUp");
  await sleep(lengths.settle * 1000);
};
