import type { Point } from "../plan/point.ts";
import type { Sampled, Sampler } from "../sampler.ts";
import type { Admin } from "../servers/admin.ts";

/** Maximum durations of a run's phases in seconds. */
export interface Lengths {
  readonly settle: number;
  readonly steady: number;
  readonly updates: number;
  /** Maximum time of every wait. */
  readonly patience: number;
}

/** State of a run in progress. */
export interface Run extends Sampled {
  readonly point: Point;
  readonly sampler: Sampler;
  readonly lengths: Lengths;
  /** Administrator's client; opened again after the server was restarted. */
  admin: Admin;
  /** URL of the proxy, which agents use as the server. */
  readonly url: string;
  readonly ca: string;
  readonly syncPeriodMs: number;
  /** Factor by which watches are renewed faster than a kubelet's. */
  readonly renewalFactor: number;
  /** Results of the phases, in addition to the samples of each second. */
  readonly figures: Record<string, number>;
}

/** Runs a phase and adds its results to the figures. */
export type Phase = (run: Run) => Promise<void>;

const POLL_MS = 100;

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits for a condition. Returns the seconds that it took; undefined after the maximum wait. */
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

/** Calls `act` at an even rate, however long a call takes; waits for all calls at the end. */
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
    // The caller awaits all calls and gets the error.
    acting.catch(() => {});
    pending.push(acting);
  }
  await Promise.all(pending);
}
