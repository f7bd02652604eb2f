import type { Point } from "../plan/point.ts";
import type { Sampled, Sampler } from "../sampler.ts";
import type { Admin } from "../servers/admin.ts";

/** How long the parts of a run last at most, in seconds. */
export interface Lengths {
  readonly settle: number;
  readonly steady: number;
  readonly updates: number;
  /** Nothing is waited for any longer than this. */
  readonly patience: number;
}

/** A run while it goes on. */
export interface Run extends Sampled {
  readonly point: Point;
  readonly sampler: Sampler;
  readonly lengths: Lengths;
  /** Opened again after the server was. */
  admin: Admin;
  /** Where the agents find the server: the proxy. */
  readonly url: string;
  readonly ca: string;
  readonly syncPeriodMs: number;
  /** How much faster watches are renewed than a kubelet's. */
  readonly renewalFactor: number;
  /** Findings of the phases, beside the samples of each second. */
  readonly figures: Record<string, number>;
}

/** Changes the run's figures. */
export type Phase = (run: Run) => Promise<void>;

const POLL_MS = 100;

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Seconds until it was so; undefined if patience ran out first. */
export async function waitUntil(isSo: () => Promise<boolean>, patienceSeconds: number): Promise<number | undefined> {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  while (!(await isSo())) {
    if (elapsed() > patienceSeconds) {
      return undefined;
    }
    await sleep(POLL_MS);
  }
  return elapsed();
}

/** Calls `act` so many times a second, in even steps, whatever each call takes; waits for all of them at the end. */
export async function atRate(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  act: (turn: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const pending: Promise<void>[] = [];
  const count = Math.round(perSecond * seconds);
  for (let turn = 0; turn < count; turn++) {
    const due = started + (turn * 1000) / perSecond;
    if (performance.now() < due) {
      await sleep(due - performance.now());
    }
    const acting = act(turn);
    // The caller that awaits all of them gets the error.
    acting.catch(() => {});
    pending.push(acting);
  }
  await Promise.all(pending);
}
