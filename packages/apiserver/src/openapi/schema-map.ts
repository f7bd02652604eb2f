import type { JsonObject } from "@kiln/api";

/** Component schemas by name, as OpenAPI v3 publishes them. */
export type SchemaMap = Readonly<Record<string, JsonObject>>;
