import type { Revision } from "../store.ts";
import type { WriteRequest } from "../write-request.ts";
import type { WriteLog } from "./write-log.ts";

/** The parts of an embedded store that followers use. */
export interface FollowedStore {
  readonly directory: string;
  readonly log: WriteLog;
  submit(request: WriteRequest): Promise<Revision>;
  checkHealth(): Promise<void>;
  compact(revision: Revision): Promise<void>;
}
