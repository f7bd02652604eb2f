import type { ApiRequest } from "./http/message.ts";
import type { RequestInfo } from "./request-info.ts";
import type { Services } from "./services.ts";

/** Who is asking, once authenticated. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** One request on its way through the server. */
export interface Context {
  readonly services: Services;
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  readonly user: User;
  /** Sent as Warning headers with whatever the answer is, in this order. */
  readonly warnings: string[];
}
