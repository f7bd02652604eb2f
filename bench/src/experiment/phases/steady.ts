import { type Phase, sleep } from "./phase.ts";

/** A phase without changes, which shows the requests that nodes send all the time. */
export const steady: Phase = async ({ sampler, admin, lengths }) => {
  await sampler.sample();
  await sleep(lengths.steady * 1000);
  await sampler.sample();
  // Sampled last, because for some servers this query costs more than everything before it.
  await sampler.sample(admin);
};
