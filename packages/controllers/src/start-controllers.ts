import type { Controller, RunningController } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { controllers } from "./controllers.ts";
import { lead } from "./lead.ts";

export interface ControllerChoice {
  /** By name. */
  readonly disabled: readonly string[];
  /** Controllers of other packages. */
  readonly added: readonly Controller[];
  /** Other servers use the same store: the controllers run on one of them. */
  readonly sharesStore: boolean;
  /** The controllers start when this settles. */
  readonly after: Promise<void>;
}

/** Starts all but those that are switched off. */
export function startControllers(services: ControllerServices, choice: ControllerChoice): RunningController {
  const wanted = [...controllers, ...choice.added].filter(({ name }) => !choice.disabled.includes(name));
  let running: RunningController | undefined;
  let isStopped = false;
  const start = () => {
    if (!isStopped && wanted.length > 0) {
      running = choice.sharesStore ? lead(services, () => startAll(services, wanted)) : startAll(services, wanted);
    }
  };
  void choice.after.then(start, start);
  return {
    stop() {
      isStopped = true;
      running?.stop();
    },
  };
}

function startAll(services: ControllerServices, wanted: readonly Controller[]): RunningController {
  const running = wanted.map((controller) => controller.start(services));
  return {
    stop() {
      for (const controller of running) {
        controller.stop();
      }
    },
  };
}

/** In the order in which they start. */
export const controllerNames: readonly string[] = controllers.map(({ name }) => name);

/** Error for a list of controllers to disable, as a sentence. */
export function checkControllerNames(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !controllerNames.includes(name));
  return unknown === undefined ? undefined : `there is no controller "${unknown}", but ${controllerNames.join(", ")}`;
}
