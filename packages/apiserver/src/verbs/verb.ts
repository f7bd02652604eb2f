import type { Resource } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";

/** One API verb on one resource. Throws a StatusError for every failure. */
export type Verb = (context: Context, resource: Resource) => Promise<ApiResponse>;
