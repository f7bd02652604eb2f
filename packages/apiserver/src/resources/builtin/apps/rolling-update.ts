import type { JsonObject } from "@kiln/api";
import { partOf } from "../part-of.ts";

/** Changes the strategy. */
export function defaultRollingUpdate(strategy: JsonObject, defaults: JsonObject): void {
  if (strategy.type === "RollingUpdate") {
    strategy.rollingUpdate = { ...defaults, ...partOf(strategy, "rollingUpdate") };
  }
}
