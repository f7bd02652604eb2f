import { type Controller, controllerNames, workloadNotice } from "@kiln/controllers";
import type { ServeOptions } from "./serve-options.ts";

/** Without a simulation, events explain workloads that no controller reconciles; not if all controllers are off. */
export function explainWorkloads({ disabledControllers }: ServeOptions): readonly Controller[] {
  return controllerNames.every((name) => disabledControllers.includes(name)) ? [] : [workloadNotice];
}
