import type { Services } from "../services.ts";
import type { RunningController } from "./controller.ts";
import { controllers } from "./index.ts";
import { lead } from "./lead.ts";

export interface ControllerChoice {
  /** By name. */
  readonly disabled: readonly string[];
  /** Other servers use the same store: the controllers run on one of them. */
  readonly sharesStore: boolean;
}

/** Starts all but those that are switched off. */
export function startControllers(services: Services, { disabled, sharesStore }: ControllerChoice): RunningController {
  const wanted = controllers.filter(({ name }) => !disabled.includes(name));
  const start = () => {
    const running = wanted.map((controller) => controller.start(services));
    return {
      stop() {
        for (const controller of running) {
          controller.stop();
        }
      },
    };
  };
  return sharesStore && wanted.length > 0 ? lead(services, start) : start();
}

/** What is wrong with a list of controllers to switch off, in a sentence. */
export function checkControllerNames(names: readonly string[]): string | undefined {
  const known = controllers.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? undefined : `there is no controller "${unknown}", but ${known.join(", ")}`;
}
