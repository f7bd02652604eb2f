import type { Http2Connection } from "../http2/connection.ts";
import type { ApiServer } from "../server.ts";

/** What the servers of one port share. */
export interface Listening {
  readonly handle: ApiServer["handle"];
  /** For what goes wrong while an answer is being sent, when nothing else can be said to the client. */
  readonly onBroken: (error: unknown) => void;
  readonly connections: Set<Http2Connection>;
  /** Open as long as the client likes, or until the server stops. */
  readonly eventStreams: Set<{ abort(): void }>;
  isClosing: boolean;
}
