/** Of one connection at a time. */
export const MAX_STREAMS = 250;
export const MAX_HEADER_BYTES: number = 1024 * 1024;
/** Headers of one request, on either protocol; more are answered 431. Kubernetes counts their bytes only. */
export const MAX_HEADERS = 1000;
/** Bytes of one stream's unread body. */
export const STREAM_WINDOW_BYTES: number = 256 * 1024;
/** For all streams of a connection together. */
export const CONNECTION_WINDOW_BYTES: number = 4 * 1024 * 1024;
/** A client that leaves this many bytes of responses unread is not read any further. */
export const MAX_STUCK_BYTES: number = 1024 * 1024;
/** This many requests of one connection are started at once, and this many in each of its later turns. */
export const FIRST_REQUESTS = 16;
export const NEXT_REQUESTS = 4;
/** The rest of headers that have begun arrives within this time. */
export const HEADERS_TIMEOUT_MS = 32_000;
/** Without a request for this long, a connection is closed. Kubernetes' own figure. */
export const IDLE_MS = 90_000;
/** Of all connections together, on either protocol: most headers come in one frame or packet, and are never kept. */
export const MAX_OPEN_HEADER_BYTES: number = 16 * 1024 * 1024;
