import type { TLSSocket } from "node:tls";
import { MAX_OPEN_HEADER_BYTES } from "../http2/limits.ts";

/** Count of a connection's header bytes that belong to an incomplete block of headers. */
export interface OpenHeaders {
  /** Called when the end of the headers has arrived. */
  close(): void;
  /** Called after the parser has processed so many bytes. */
  count(bytes: number): void;
}

export interface OpenHeadersOptions {
  /** Total of all connections. */
  readonly total: { bytes: number };
  readonly isInBody: () => boolean;
  readonly refuse: () => void;
}

/**
 * Counts received bytes as long as the headers of a request are incomplete. Most headers arrive in one packet and are
 * never counted. Beyond {@link MAX_OPEN_HEADER_BYTES} the connection that sends more is refused.
 */
export function countOpenHeaders(socket: TLSSocket, options: OpenHeadersOptions): OpenHeaders {
  const { total, isInBody, refuse } = options;
  let bytes = 0;
  let hasEnded = false;
  const close = () => {
    total.bytes -= bytes;
    bytes = 0;
    hasEnded = true;
  };
  socket.once("close", close);
  return {
    close,
    count(parsed) {
      if (!hasEnded && !isInBody()) {
        bytes += parsed;
        total.bytes += parsed;
        if (total.bytes > MAX_OPEN_HEADER_BYTES) {
          close();
          refuse();
        }
      }
      hasEnded = false;
    },
  };
}
