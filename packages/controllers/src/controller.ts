import type { ControllerServices } from "./controller-services.ts";

/**
 * Something that follows commits and writes on its own account, with the same code as the verbs. It starts when the
 * server is ready and never holds that up; whatever an earlier run left undone, it finds when it starts.
 */
export interface Controller {
  /** As `kube-controller-manager --controllers` calls it. */
  readonly name: string;
  start(services: ControllerServices): RunningController;
}

export interface RunningController {
  /** No work begins after this; work in flight ends by itself. */
  stop(): void;
}
