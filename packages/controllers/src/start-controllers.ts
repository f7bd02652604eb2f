import type { Controller, RunningController } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { controllers } from "./controllers.ts";
import { lead } from "./lead.ts";
import { startAfter } from "./start-after.ts";

export interface ControllerChoice {
  /** Names of the controllers not to start. */
  readonly disabled: readonly string[];
  /** Controllers of other packages. */
  readonly added: readonly Controller[];
  /** Whether other servers use the same store: then the controllers run on one of them. */
  readonly sharesStore: boolean;
  /** The controllers start when this settles. */
  readonly after: Promise<void>;
}

/** Starts all controllers that are not disabled. */
export function startControllers(services: ControllerServices, choice: ControllerChoice): RunningController {
  const wanted = [...controllers, ...choice.added].filter(({ name }) => !choice.disabled.includes(name));
  return startAfter(choice.after, () => {
    if (wanted.length === 0) {
      return undefined;
    }
    return choice.sharesStore ? lead(services, () => startAll(services, wanted)) : startAll(services, wanted);
  });
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

/** Names of all controllers, in the order in which they start. */
export const controllerNames: readonly string[] = controllers.map(({ name }) => name);

/** Validates a list of controllers to disable; returns the error as a sentence. */
export function checkControllerNames(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !controllerNames.includes(name));
  return unknown === undefined ? undefined : `there is no controller "${unknown}", but ${controllerNames.join(", ")}`;
}
