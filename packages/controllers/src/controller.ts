import type { ControllerServices } from "./controller-services.ts";

/**
 * A loop that follows commits and writes by the same code as the verbs. It starts when the server is ready and never
 * delays that; on start it finds work that an earlier run left undone.
 */
export interface Controller {
  /** Name as in `kube-controller-manager --controllers`. */
  readonly name: string;
  start(services: ControllerServices): RunningController;
}

export interface RunningController {
  /** Starts no more work; work in flight ends by itself. */
  stop(): void;
}
