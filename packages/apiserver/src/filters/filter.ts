import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";

/** One step that every request passes. */
export interface Filter {
  /**
   * Called in the order of the list. A returned response, or a thrown error, is the response; later filters do not run.
   * Returns a promise only if it calls a webhook or queues the request.
   */
  before?(context: Context): ApiResponse | undefined | Promise<ApiResponse | undefined>;
  /**
   * Called in reverse order, for every filter whose `before` ran; may change the headers of the response, or replace
   * it. Never throws.
   */
  after?(context: Context, response: ApiResponse): ApiResponse | undefined;
}
