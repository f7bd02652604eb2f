/** Second half of a session, as a request header; WebSockets have it among their subprotocols. */
export const KEY_HEADER = "x-kiln-console-key";
export const KEY_PROTOCOL = "kiln-console-key.";
export const STREAM_PROTOCOL = "kiln-console";

/** Header of responses of the console itself; responses of the cluster lack it. */
export const PROBLEM_HEADER = "x-kiln-console-problem";

/** `session`: open a new link; `unreachable`: the cluster does not answer; `request`: not answered by the console. */
export type Problem = "session" | "unreachable" | "request";

/** Requests to the cluster have this path before their own. */
export const CLUSTER_PATH = "/cluster";

export const USER_AGENT = "kiln-console";

/** Watches: `?target=PATH_AND_QUERY&accept=MEDIA_TYPE`. */
export const STREAM_PATH = "/stream";

/** POST opens a session with a token; GET describes the cluster to one that is open. */
export const SESSION_PATH = "/session";
