import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";

/** One step that every request passes. */
export interface Filter {
  /**
   * Called in the order of the list. A returned response, or a thrown error, is the response, and ends the filters.
   * Only a filter that calls a webhook, or queues a request, returns a promise.
   */
  before?(context: Context): ApiResponse | undefined | Promise<ApiResponse | undefined>;
  /**
   * Called in reverse order, for every filter that ran before; may change the headers of the response, or replace it.
   * Never throws.
   */
  after?(context: Context, response: ApiResponse): ApiResponse | undefined;
}
