import type { Clock, Logger } from "@kiln/api";
import type { Actor, ActorDeletion, Configuration, Creation, ObjectChange, ObjectWriter } from "@kiln/kinds";
import { isStoreError, yieldTurn } from "@kiln/store";

const LIMIT_MS = 2000;

/**
 * Writes of the server's own parts, such as controllers. A server that stops waits for them. A class, because each fork
 * of a test has one, and object literals with functions leave hidden classes to the garbage collector.
 */
export class BackgroundWork {
  readonly #clock: Pick<Clock, "setTimer">;
  #inFlight = 0;
  #isEnding = false;
  #onIdle: (() => void) | undefined;

  constructor(clock: Pick<Clock, "setTimer">) {
    this.#clock = clock;
  }

  /** Whether {@link end} was called: errors of a closed store are then no errors. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Counts the work until it settles, and returns it. Its error is left to the caller. */
  follow<T>(work: Promise<T>): Promise<T> {
    this.#inFlight++;
    const settle = () => this.#settle();
    work.then(settle, settle);
    return work;
  }

  /**
   * Resolves when no work is in flight, or after two seconds: the store may be unreachable. To be called when everything
   * that starts work has been stopped.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    // Code that waited for the last work starts the next in this turn.
    await yieldTurn();
    if (this.#inFlight > 0) {
      await this.#untilIdle();
    }
  }

  async #untilIdle(): Promise<void> {
    let isOver = false;
    const timer = this.#clock.setTimer(LIMIT_MS, () => {
      isOver = true;
      this.#onIdle?.();
    });
    while (this.#inFlight > 0 && !isOver) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
      await yieldTurn();
    }
    timer.cancel();
  }

  #settle(): void {
    this.#inFlight--;
    if (this.#inFlight === 0) {
      this.#onIdle?.();
    }
  }
}

/** A writer whose writes are counted. */
export class FollowedWriter implements ObjectWriter {
  readonly #background: BackgroundWork;
  readonly #writer: ObjectWriter;

  constructor(background: BackgroundWork, writer: ObjectWriter) {
    this.#background = background;
    this.#writer = writer;
  }

  create(actor: Actor, creation: Creation): Promise<boolean> {
    return this.#background.follow(this.#writer.create(actor, creation));
  }

  change(actor: Actor, wanted: ObjectChange): Promise<boolean> {
    return this.#background.follow(this.#writer.change(actor, wanted));
  }

  apply(actor: Actor, wanted: Configuration): Promise<boolean> {
    return this.#background.follow(this.#writer.apply(actor, wanted));
  }

  delete(actor: Actor, deletion: ActorDeletion): Promise<void> {
    return this.#background.follow(this.#writer.delete(actor, deletion));
  }

  deleteEntries(actor: Actor, batch: Parameters<ObjectWriter["deleteEntries"]>[1]): Promise<void> {
    return this.#background.follow(this.#writer.deleteEntries(actor, batch));
  }
}

/** A log without errors of work that was cut off by the end of the store. */
export class BackgroundLog implements Logger {
  readonly #background: BackgroundWork;
  readonly #log: Logger;

  constructor(background: BackgroundWork, log: Logger) {
    this.#background = background;
    this.#log = log;
  }

  info(fields: object, message: string): void {
    if (!this.#isCutOff(fields)) {
      this.#log.info(fields, message);
    }
  }

  warn(fields: object, message: string): void {
    if (!this.#isCutOff(fields)) {
      this.#log.warn(fields, message);
    }
  }

  error(fields: object, message: string): void {
    if (!this.#isCutOff(fields)) {
      this.#log.error(fields, message);
    }
  }

  #isCutOff(fields: { readonly err?: unknown }): boolean {
    return this.#background.isEnding && isStoreError(fields.err, "closed");
  }
}
