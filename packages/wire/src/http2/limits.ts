/** Maximum number of concurrent streams of one connection. */
export const MAX_STREAMS = 250;
export const MAX_HEADER_BYTES: number = 1024 * 1024;
/**
 * Maximum number of headers of one request, on either protocol; more are answered 431. Kubernetes limits their bytes
 * only.
 */
export const MAX_HEADERS = 1000;
/** Window of one stream: maximum bytes of its body that are not read yet. */
export const STREAM_WINDOW_BYTES: number = 256 * 1024;
/** Window of a connection, for all its streams together. */
export const CONNECTION_WINDOW_BYTES: number = 4 * 1024 * 1024;
/** Size of unread responses at which the server stops reading requests of the connection. */
export const MAX_STUCK_BYTES: number = 1024 * 1024;
/** Requests of one connection that are started in its first turn of the event loop, and in each later turn. */
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
