import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";

/** One step that every request passes. */
export interface Filter {
  /**
   * In the order of the list. A returned response, or a thrown error, is the answer, and ends the filters. Only a
   * filter that calls a webhook, or queues a request, returns a promise.
   */
  before?(context: Context): ApiResponse | undefined | Promise<ApiResponse | undefined>;
  /**
   * In reverse order, for every filter whose turn came before; may change the headers of the answer, or give another in
   * its place. Never throws.
   */
  after?(context: Context, response: ApiResponse): ApiResponse | undefined;
}
