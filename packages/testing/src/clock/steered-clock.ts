import { type Clock, minOf, type Timer, type TimerOptions } from "@kiln/api";
import { type StoreClock, yieldTurn } from "@kiln/store";

/**
 * Move of a clock, in this order: it stops or runs, is set to `time`, then advances by `byMs`, backwards if negative.
 */
export interface ClockMove {
  readonly isStopped: boolean;
  readonly time?: Date;
  readonly byMs?: number;
}

/** A clock that can be stopped and moved. It starts at the time of its base clock, and runs. */
export interface SteeredClock extends Clock {
  readonly isStopped: boolean;
  /**
   * Moves the clock; moves happen one after the other. Forward: fires due timers on the way, in order, each at its own
   * time. After those of one millisecond, which a running clock fires together as well, it waits until their work in this
   * process has settled, the work given to {@link noteWork} included.
   * Periodic timers fire once, at the end. After {@link MOST_STEPS} timers the clock jumps to the end, where the
   * remaining due timers fire once. Backward: fires nothing.
   */
  move(move: ClockMove): Promise<void>;
  /** Work in progress, such as a write to the store, which triggers the next one. It may reject. */
  readonly noteWork: (work: Promise<unknown>) => void;
  /** Resets to the time of the base clock, and runs. */
  reset(): Promise<void>;
  /**
   * Store clock with the same time. After a jump its periodic timers fire once, before other due timers, and not once
   * for every interval.
   */
  readonly storeClock: StoreClock;
  pendingTimers(): number;
  /** Cancels every timer. Timers set afterwards never fire. */
  close(): void;
}

export function createSteeredClock(real: Clock): SteeredClock {
  return new RealSteeredClock(real);
}

interface Waiting {
  readonly dueMs: number;
  readonly isPeriodic: boolean;
  readonly callback: () => void;
  host: Timer | undefined;
}

interface Ticking {
  readonly intervalMs: number;
  readonly callback: () => void;
  lastMs: number;
}

/** Maximum number of timers that one move fires at their own time. */
export const MOST_STEPS = 2000;

/**
 * Turns of the event loop after a timer: enough for a write to the memory store and the synchronous work of its
 * watchers.
 */
const SETTLE_TURNS = 4;

/** A step waits at most this often for work in progress: clients that never stop writing must not hold the clock. */
const MOST_WAITS = 500;

/**
 * Elapsed time never goes back: timers use it. The time of day is an offset from it, which setting the clock changes.
 */
class RealSteeredClock implements SteeredClock {
  readonly #real: Clock;
  readonly #waiting = new Set<Waiting>();
  readonly #ticking = new Set<Ticking>();
  readonly #work = new Set<Promise<unknown>>();
  readonly storeClock: StoreClock;
  #epochMs: number;
  #elapsedMs = 0;
  /** Elapsed time of the real clock; undefined while stopped. */
  #runningSinceMs: number | undefined;
  #tick: Timer | undefined;
  #moves: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(real: Clock) {
    this.#real = real;
    this.#epochMs = real.now().getTime();
    this.#runningSinceMs = real.monotonicMs();
    this.storeClock = {
      now: () => Math.floor(this.#epochMs + this.monotonicMs()),
      every: (intervalMs, callback) => this.#every(intervalMs, callback),
    };
  }

  get isStopped(): boolean {
    return this.#runningSinceMs === undefined;
  }

  now(): Date {
    return new Date(this.#epochMs + this.monotonicMs());
  }

  monotonicMs(): number {
    const since = this.#runningSinceMs;
    return this.#elapsedMs + (since === undefined ? 0 : this.#real.monotonicMs() - since);
  }

  readonly noteWork = (work: Promise<unknown>): void => {
    this.#work.add(work);
    const forget = () => this.#work.delete(work);
    work.then(forget, forget);
  };

  setTimer(delayMs: number, callback: () => void, { isPeriodic = false }: TimerOptions = {}): Timer {
    const dueMs = this.monotonicMs() + Math.max(delayMs, 0);
    const timer: Waiting = { dueMs, isPeriodic, callback, host: undefined };
    if (!this.#isClosed) {
      this.#waiting.add(timer);
      this.#arm(timer);
    }
    return { cancel: () => this.#forget(timer) };
  }

  move(move: ClockMove): Promise<void> {
    this.#moves = this.#moves.then(() => this.#move(move));
    return this.#moves;
  }

  reset(): Promise<void> {
    this.#moves = this.#moves.then(() => this.#move({ isStopped: false, time: this.#real.now() }));
    return this.#moves;
  }

  pendingTimers(): number {
    return this.#waiting.size + this.#ticking.size;
  }

  close(): void {
    this.#isClosed = true;
    this.#disarmAll();
    this.#waiting.clear();
    this.#ticking.clear();
  }

  async #move({ isStopped, time, byMs = 0 }: ClockMove): Promise<void> {
    this.#hold();
    if (time !== undefined) await this.#moveBy(time.getTime() - this.now().getTime());
    await this.#moveBy(byMs);
    if (!isStopped && !this.#isClosed) this.#run();
  }

  async #moveBy(ms: number): Promise<void> {
    if (ms < 0) {
      this.#epochMs += ms;
      return;
    }
    const untilMs = this.#elapsedMs + ms;
    let steps = 0;
    for (let due = this.#nextDue(untilMs); due.length > 0 && steps < MOST_STEPS; due = this.#nextDue(untilMs)) {
      for (const timer of due) {
        steps++;
        this.#elapsedMs = Math.max(this.#elapsedMs, timer.dueMs);
        this.#fireTicks();
        this.#fire(timer);
      }
      await this.#settle();
    }
    this.#elapsedMs = untilMs;
    this.#fireTicks();
    const late = [...this.#waiting].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
    for (const timer of late) this.#fire(timer);
    await this.#settle();
  }

  async #settle(): Promise<void> {
    let waits = 0;
    for (let turn = 0; turn < SETTLE_TURNS; turn++) {
      await yieldTurn();
      if (this.#work.size > 0 && waits < MOST_WAITS) {
        waits++;
        turn = -1;
        await Promise.allSettled(this.#work);
      }
    }
  }

  #fire(timer: Waiting): void {
    if (this.#waiting.delete(timer)) timer.callback();
  }

  /** Timers of the earliest millisecond that are not periodic, in order; of equal due times, the one set first is first. */
  #nextDue(untilMs: number): Waiting[] {
    const due = [...this.#waiting].filter(({ isPeriodic, dueMs }) => !isPeriodic && dueMs <= untilMs);
    const firstMs = Math.floor(minOf(due.map(({ dueMs }) => dueMs)));
    return due.filter(({ dueMs }) => Math.floor(dueMs) === firstMs).sort((a, b) => a.dueMs - b.dueMs);
  }

  #hold(): void {
    this.#elapsedMs = this.monotonicMs();
    this.#runningSinceMs = undefined;
    this.#disarmAll();
  }

  #run(): void {
    this.#runningSinceMs = this.#real.monotonicMs();
    for (const timer of this.#waiting) this.#arm(timer);
    this.#armTicks();
  }

  #arm(timer: Waiting): void {
    if (this.isStopped) return;
    timer.host = this.#real.setTimer(timer.dueMs - this.monotonicMs(), () => {
      this.#waiting.delete(timer);
      timer.callback();
    });
  }

  #forget(timer: Waiting): void {
    timer.host?.cancel();
    this.#waiting.delete(timer);
  }

  #disarmAll(): void {
    for (const timer of this.#waiting) timer.host?.cancel();
    this.#tick?.cancel();
    this.#tick = undefined;
  }

  #every(intervalMs: number, callback: () => void): () => void {
    const ticking: Ticking = { intervalMs, callback, lastMs: this.monotonicMs() };
    this.#ticking.add(ticking);
    this.#armTicks();
    return () => {
      this.#ticking.delete(ticking);
      if (this.#ticking.size === 0) this.#tick?.cancel();
    };
  }

  #armTicks(): void {
    this.#tick?.cancel();
    if (this.isStopped || this.#isClosed || this.#ticking.size === 0) return;
    const soonest = minOf([...this.#ticking].map(({ intervalMs }) => intervalMs));
    this.#tick = this.#real.setTimer(soonest, () => {
      this.#fireTicks();
      this.#armTicks();
    });
  }

  #fireTicks(): void {
    const nowMs = this.monotonicMs();
    for (const ticking of this.#ticking) {
      if (nowMs - ticking.lastMs >= ticking.intervalMs) {
        ticking.lastMs = nowMs;
        ticking.callback();
      }
    }
  }
}
