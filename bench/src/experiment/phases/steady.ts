import { type Phase, sleep } from "./phase.ts";

/** Nothing happens. What is still asked for is asked for ever. */
export const steady: Phase = async ({ sampler, admin, lengths }) => {
  await sampler.sample();
  await sleep(lengths.steady * 1000);
  await sampler.sample();
  // Last, because some servers spend more on this answer than on everything before it.
  await sampler.sample(admin);
};
