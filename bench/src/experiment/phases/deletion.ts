import { KINDS, PODS } from "../servers/objects.ts";
import { type Phase, waitUntil } from "./phase.ts";

/** Deletes all Pods at once, so that all watches end, and then the objects. */
export const deletion: Phase = async ({ admin, sampler, agents, figures, lengths }) => {
  const options = { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 };
  const started = performance.now();
  // A server may stop in the middle of a deletecollection; the request is then repeated.
  await waitUntil(async () => (await admin.send("DELETE", PODS, options)).status === 200, lengths.patience);
  figures.deletionRequestSeconds = (performance.now() - started) / 1000;
  const seconds = await waitUntil(async () => {
    const { mutableWatches, immutableWatches } = await sampler.sample();
    const { pods } = await agents.read();
    return mutableWatches + immutableWatches === 0 && pods === 0;
  }, lengths.patience);
  figures.deletionSeconds = figures.deletionRequestSeconds + (seconds ?? lengths.patience);
  for (const { path } of KINDS) {
    await waitUntil(async () => (await admin.send("DELETE", path, options)).status === 200, lengths.patience);
  }
  await sampler.sample();
};
