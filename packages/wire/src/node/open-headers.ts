import type { TLSSocket } from "node:tls";
import { MAX_OPEN_HEADER_BYTES } from "../http2/limits.ts";

/** The headers of one HTTP/1.1 connection whose end has not arrived. */
export interface OpenHeaders {
  /** Called when the end of the headers has arrived. */
  close(): void;
  /** Called when the connection carries no more requests. */
  stop(): void;
}

export interface OpenHeadersOptions {
  /** Shared by all connections. */
  readonly total: { bytes: number };
  readonly isInBody: () => boolean;
  readonly refuse: () => void;
}

/**
 * Counts bytes after which the parser is still within headers. Most headers arrive in one packet and are never counted.
 * Beyond {@link MAX_OPEN_HEADER_BYTES} the connection that sends more is refused.
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
  const count = (chunk: Uint8Array) => {
    if (!hasEnded && !isInBody()) {
      bytes += chunk.byteLength;
      total.bytes += chunk.byteLength;
      if (total.bytes > MAX_OPEN_HEADER_BYTES) {
        close();
        refuse();
      }
    }
    hasEnded = false;
  };
  socket.on("data", count);
  socket.once("close", close);
  return {
    close,
    stop() {
      close();
      socket.off("data", count);
    },
  };
}
