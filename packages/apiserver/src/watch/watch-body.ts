import { type Logger, StatusError, statusInternalError } from "@kiln/api";
import { type Entry, type EventBatch, isStoreError, type Range, type RangeSlice, type Revision } from "@kiln/store";
import type { Output } from "../output/output.ts";
import { SLICE_RESERVE_BYTES, SMALL_ANSWER_BYTES, type UnreadShare } from "../request/unread-bytes.ts";
import { UnwritableEvent } from "../table/shape.ts";
import type { EventConverter } from "./convert-events.ts";
import { encodeError } from "./encode-event.ts";
import type { EventView } from "./event-view.ts";
import type { WatchSession } from "./watch-session.ts";

export interface WatchBodyOptions {
  readonly session: WatchSession;
  readonly view: EventView;
  readonly output: Output;
  /** Initial objects; undefined if the client wants only changes. */
  readonly state: Range | undefined;
  /** Whether a bookmark follows the initial objects. */
  readonly marksInitialEnd: boolean;
  /**
   * Revision after which events are sent; earlier ones are skipped, because the requested version may be in the future.
   */
  readonly after: Revision;
  readonly log: Logger;
  /** Converter of a kind with a conversion webhook. */
  readonly converter: EventConverter | undefined;
  /** Accounts for the bytes that the watch holds; absent: bytes are not counted. */
  readonly unread: UnreadShare | undefined;
}

type Result = IteratorResult<Uint8Array, undefined>;

const DONE: Result = { done: true, value: undefined };
const NOTHING: Iterator<Uint8Array> = [][Symbol.iterator]();

/**
 * Body of a watch, read at the client's pace. It buffers no events: unread ones are in the store's history, and a
 * client slower than the history gets 410.
 */
export class WatchBody implements AsyncIterableIterator<Uint8Array> {
  readonly #options: WatchBodyOptions;
  readonly #events: AsyncIterator<EventBatch>;
  #state: AsyncIterator<RangeSlice> | undefined;
  #pieces: Iterator<Uint8Array> = NOTHING;
  /** Bytes of the initial objects that are being sent. */
  #stateBytes = 0;
  #isOver = false;

  constructor(options: WatchBodyOptions) {
    this.#options = options;
    this.#state = options.state?.[Symbol.asyncIterator]();
    this.#events = options.session.events[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Result> {
    const { session } = this.#options;
    session.isTaking = false;
    try {
      while (!session.isClosed) {
        const { done, value } = this.#pieces.next();
        if (!done) {
          session.isTaking = true;
          session.given++;
          this.#options.unread?.set(this.#stateBytes + value.byteLength);
          return { done: false, value };
        }
        if (this.#isOver) {
          break;
        }
        await (this.#state === undefined ? this.#readBatch() : this.#readState(this.#state));
      }
    } catch (error) {
      return this.#fail(error);
    }
    return this.return();
  }

  async return(): Promise<Result> {
    this.#options.session.close();
    await this.#state?.return?.();
    return DONE;
  }

  async #readState(state: AsyncIterator<RangeSlice>): Promise<void> {
    const { view, converter, marksInitialEnd, after, unread } = this.#options;
    await unread?.reserve(SLICE_RESERVE_BYTES, { isPatient: true });
    const { done, value } = await state.next();
    this.#stateBytes = done ? 0 : Math.min(sizeOf(value.entries), SLICE_RESERVE_BYTES);
    unread?.set(this.#stateBytes);
    if (!done) {
      const entries = converter === undefined ? value.entries : await converter.state(value.entries);
      this.#pieces = view.encodeState(entries)[Symbol.iterator]();
      return;
    }
    this.#state = undefined;
    if (marksInitialEnd) {
      this.#pieces = [view.encodeBookmark({ revision: after, isInitialEnd: true })].values();
    }
  }

  async #readBatch(): Promise<void> {
    const { unread } = this.#options;
    unread?.set(0);
    if (unread?.isOverdrawn === true) {
      await unread.reserve(SMALL_ANSWER_BYTES, { isPatient: true });
      unread.set(0);
    }
    const { done, value: batch } = await this.#events.next();
    if (done) {
      this.#isOver = true;
    } else {
      const { converter } = this.#options;
      this.#pieces = this.#encode(converter === undefined ? batch : await converter.batch(batch));
    }
  }

  *#encode(batch: EventBatch): Iterator<Uint8Array> {
    const { session, view, after } = this.#options;
    if (batch.revision > after) {
      yield* view.encodeBatch(dropUntil(batch, after));
      if (session.isBookmarkDue) {
        session.isBookmarkDue = false;
        yield view.encodeBookmark({ revision: batch.revision, isInitialEnd: false });
      }
    }
    this.#isOver = batch.revision >= session.lastRevision;
  }

  /**
   * Kubernetes: a watch that cannot continue from the store ends without an error, which the client gets when it
   * reconnects (storage/cacher/cacher.go forgetWatcher, v1.36).
   */
  #fail(error: unknown): Result {
    const { session, output, log } = this.#options;
    session.close();
    if (isStoreError(error) || error instanceof UnwritableEvent) {
      return DONE;
    }
    if (error instanceof StatusError) {
      return { done: false, value: encodeError(output, error.status) };
    }
    log.error({ err: error }, "internal error while serving a watch");
    const status = statusInternalError(error instanceof Error ? error.message : String(error), error);
    return { done: false, value: encodeError(output, status.status) };
  }
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((size, { value }) => size + value.byteLength, 0);
}

function dropUntil(batch: EventBatch, after: Revision): EventBatch {
  const [first] = batch.events;
  return first === undefined || first.revision > after
    ? batch
    : { events: batch.events.filter(({ revision }) => revision > after), revision: batch.revision };
}
