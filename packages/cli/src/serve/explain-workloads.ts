import { type Controller, controllerNames, workloadNotice } from "@kiln/controllers";
import type { ServeOptions } from "./serve-options.ts";

/**
 * Controller that writes events for workloads that no controller reconciles, if nothing simulates them; none if all
 * controllers are off.
 */
export function explainWorkloads({ disabledControllers }: ServeOptions): readonly Controller[] {
  return controllerNames.every((name) => disabledControllers.includes(name)) ? [] : [workloadNotice];
}
