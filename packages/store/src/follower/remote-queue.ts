import type { KeyState } from "../commit-queue.ts";
import type { WriteQueue } from "../embedded-store.ts";
import { checkKey } from "../key-order.ts";
import { readNumber } from "../lmdb/layout.ts";
import type { Revision } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { checkSize, maxRequestBytes } from "../value-size.ts";
import { storeClosed } from "../watch-hub.ts";
import type { WriteRequest } from "../write-request.ts";
import { decodeRefusal, encodeRequest, encodeWrite, frameKinds, type OwnerRequest } from "./messages.ts";

export interface RemoteQueueOptions {
  readonly lookup: (key: string) => KeyState | undefined;
  readonly send: (kind: number, payload: Buffer) => void;
}

interface Waiting {
  readonly resolve: (revision: Revision) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes sent to the owner of the store, which compares them and makes them durable. Each is answered after its batch
 * has arrived, because both use one channel: a writer that got its answer reads its own write.
 */
export class RemoteQueue implements WriteQueue {
  readonly #options: RemoteQueueOptions;
  readonly #waiting = new Map<number, Waiting>();
  #lastNumber = 0;
  #closing: Promise<void> | undefined;
  #drained: () => void = () => {};
  #isAbandoned = false;

  constructor(options: RemoteQueueOptions) {
    this.#options = options;
  }

  peek(key: string): KeyState | undefined {
    return this.#options.lookup(key);
  }

  submit(request: WriteRequest): Promise<Revision> {
    return this.#ask((number) => {
      checkKey(request.key);
      if (request.value !== undefined) checkSize(request.key, request.value, maxRequestBytes);
      this.#options.send(frameKinds.write, encodeWrite(number, request));
    });
  }

  ask(name: OwnerRequest, revision: Revision): Promise<Revision> {
    return this.#ask((number) => this.#options.send(frameKinds.request, encodeRequest(number, name, revision)));
  }

  answer(payload: Buffer): void {
    this.#take(payload)?.resolve(readNumber(payload, 4));
  }

  refuse(payload: Buffer): void {
    this.#take(payload)?.reject(decodeRefusal(payload));
  }

  /** The owner's process has ended: writes already sent may or may not have happened. */
  abandon(): void {
    this.#isAbandoned = true;
    const message = "The process that owns the store has ended: the write may or may not have happened.";
    for (const { reject } of this.#waiting.values()) reject(new StoreError("outcome-unknown", message));
    this.#waiting.clear();
    this.#drained();
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#drained = resolve;
      if (this.#waiting.size === 0) resolve();
    });
    return this.#closing;
  }

  #ask(send: (number: number) => void): Promise<Revision> {
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) throw storeClosed();
      if (this.#isAbandoned) throw ownerEnded();
      this.#lastNumber = (this.#lastNumber + 1) >>> 0;
      const number = this.#lastNumber;
      send(number);
      this.#waiting.set(number, { resolve, reject });
    });
  }

  #take(payload: Buffer): Waiting | undefined {
    const number = payload.readUInt32BE(0);
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.#waiting.size === 0 && this.#closing !== undefined) this.#drained();
    return waiting;
  }
}

/** Error of a read or write after the owner has ended: nothing was sent. */
export function ownerEnded(): StoreError {
  return new StoreError("unavailable", "The process that owns the store has ended.");
}
