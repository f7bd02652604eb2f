import { processUsage } from "../processes/process-usage.ts";
import { Admin } from "../servers/admin.ts";
import { noteAnswerCodes } from "./answer-codes.ts";
import { type Phase, sleep, waitUntil } from "./phase.ts";

/** Minimum time in which reopened watches are counted. */
const AT_LEAST_MS = 2000;

/** Kills the API server and starts it again, so that all watches are reopened at once. */
export const restart: Phase = async (run) => {
  const { server, sampler, figures, lengths } = run;
  const before = await sampler.sample();
  run.admin.close();
  await server.kill();
  await server.start();
  run.admin = new Admin(server.target);
  const ready = performance.now();
  let after = await sampler.sample();
  const seconds = await waitUntil(async () => {
    after = await sampler.sample();
    return (
      after.podWatches >= before.podWatches &&
      after.mutableWatches >= before.mutableWatches &&
      after.immutableWatches >= before.immutableWatches
    );
  }, lengths.patience);
  await sleep(Math.max(0, AT_LEAST_MS - (performance.now() - ready)));
  after = await sampler.sample();
  figures.restartWatches = before.mutableWatches + before.immutableWatches;
  figures.restartPodWatches = before.podWatches;
  figures.restartSeconds = seconds ?? lengths.patience;
  figures.restartMissing = Math.max(0, before.mutableWatches - after.mutableWatches);
  // Only answered requests count: those that found no server caused no load.
  figures.restartRequests = after.answers - before.answers;
  figures.restartBytes = after.bytesDown - before.bytesDown;
  await noteAnswerCodes(run, "restart");
  figures.restartCpu = processUsage(server.pid).cpuSeconds;
};
