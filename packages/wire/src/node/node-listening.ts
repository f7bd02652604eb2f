import type { Handle } from "../message.ts";
import type { Compressor } from "./node-gzip.ts";

/** Shared state of the servers of one port. */
export interface Listening {
  readonly handle: Handle;
  readonly compressor: Compressor;
  /** Bytes of headers that are not complete yet, of all connections together. */
  readonly openHeaders: { bytes: number };
  /** Called with errors that occur while a response is sent, when its status can no longer change. */
  readonly onBroken: (error: unknown) => void;
  /** HTTP/2 connections: each accepts no more requests once it is closed. */
  readonly connections: Set<{ close(): void }>;
  /** Responses that stay open until the client disconnects or the server stops. */
  readonly eventStreams: Set<{ abort(): void }>;
  isClosing: boolean;
}

/** Ends the stream when the server stops, unless it has closed before. */
export function trackEventStream(
  listening: Listening,
  stream: { abort(): void },
  outgoing: { once(event: "close", listener: () => void): unknown },
): void {
  listening.eventStreams.add(stream);
  outgoing.once("close", () => listening.eventStreams.delete(stream));
  if (listening.isClosing) {
    stream.abort();
  }
}
