import { type JsonObject, objectAt } from "@kiln/api";

/** Sets the defaults of a RollingUpdate strategy. */
export function defaultRollingUpdate(strategy: JsonObject, defaults: JsonObject): void {
  if (strategy.type === "RollingUpdate") {
    strategy.rollingUpdate = { ...defaults, ...objectAt(strategy, "rollingUpdate") };
  }
}
