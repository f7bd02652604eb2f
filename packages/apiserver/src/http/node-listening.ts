import type { ServerHttp2Session } from "node:http2";
import type { ApiServer } from "../server.ts";
import type { Exchange } from "./node-exchange.ts";

/** What the servers of one port share. */
export interface Listening {
  readonly handle: ApiServer["handle"];
  /** For what goes wrong while an answer is being sent, when nothing else can be said to the client. */
  readonly onBroken: (error: unknown) => void;
  readonly sessions: Set<ServerHttp2Session>;
  /** Open as long as the client likes, or until the server stops. */
  readonly eventStreams: Set<Exchange>;
  isClosing: boolean;
}
