import type { ApiResponse } from "@kiln/wire";
import { errorResponse } from "../http/respond.ts";
import type { Context } from "../request/context.ts";
import type { Filter } from "./filter.ts";

export type Route = (context: Context) => Promise<ApiResponse>;

/** Runs a request through the filters to the router, and the response back. Never throws. */
export async function runFilters(filters: readonly Filter[], context: Context, route: Route): Promise<ApiResponse> {
  let reached = 0;
  let response: ApiResponse | undefined;
  try {
    while (response === undefined && reached < filters.length) {
      const filter = filters[reached] as Filter;
      reached++;
      const answer = filter.before?.(context);
      // Most filters are synchronous: awaiting their result would cost a turn each.
      response = answer instanceof Promise ? await answer : answer;
    }
    response ??= await route(context);
  } catch (error) {
    response = errorResponse(error, context.services, context.request);
  }
  while (reached > 0) {
    reached--;
    response = (filters[reached] as Filter).after?.(context, response) ?? response;
  }
  return response;
}
