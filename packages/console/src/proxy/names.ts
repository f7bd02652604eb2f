/** Request header with the second half of a session; WebSockets have it among their subprotocols. */
export const KEY_HEADER = "x-kiln-console-key";
export const KEY_PROTOCOL = "kiln-console-key.";
export const STREAM_PROTOCOL = "kiln-console";

/** Header of error responses of the console itself; responses of the cluster lack it. */
export const PROBLEM_HEADER = "x-kiln-console-problem";

/**
 * Errors of the console. `session`: open a new link; `unreachable`: the cluster does not respond; `request`: the
 * console rejects the request.
 */
export type Problem = "session" | "unreachable" | "request";

/** Path prefix of requests to the cluster. */
export const CLUSTER_PATH = "/cluster";

export const USER_AGENT = "kiln-console";

/** Path of watches, with the query `?target=PATH_AND_QUERY&accept=MEDIA_TYPE`. */
export const STREAM_PATH = "/stream";

/** Path of the session: POST opens one with a token; GET describes the cluster to a session that is open. */
export const SESSION_PATH = "/session";
