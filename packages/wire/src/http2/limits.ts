/** Maximum number of concurrent streams of one connection. */
export const MAX_STREAMS = 250;
export const MAX_HEADER_BYTES: number = 1024 * 1024;
/**
 * Maximum number of headers of one request, on either protocol; more are answered 431. Kubernetes limits their bytes
 * only.
 */
export const MAX_HEADERS = 1000;
/** Bytes of one stream's unread body. */
export const STREAM_WINDOW_BYTES: number = 256 * 1024;
/** For all streams of a connection together. */
export const CONNECTION_WINDOW_BYTES: number = 4 * 1024 * 1024;
/** Unread response bytes at which a client is no longer read. */
export const MAX_STUCK_BYTES: number = 1024 * 1024;
/** Requests of one connection that are started at once, and in each of its later turns. */
export const FIRST_REQUESTS = 16;
export const NEXT_REQUESTS = 4;
/** Time within which a header block must be complete. */
export const HEADERS_TIMEOUT_MS = 32_000;
/** Idle time after which a connection without requests is closed, as in Kubernetes. */
export const IDLE_MS = 90_000;
/**
 * Maximum bytes of incomplete headers of all connections, on either protocol. Most headers arrive in one frame or
 * packet and are not counted.
 */
export const MAX_OPEN_HEADER_BYTES: number = 16 * 1024 * 1024;
