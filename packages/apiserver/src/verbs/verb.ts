import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../context.ts";
import type { Resource } from "../resources/resource.ts";

/** One API verb on one resource. Throws a StatusError for every answer that is a failure. */
export type Verb = (context: Context, resource: Resource) => Promise<ApiResponse>;
