import type { Services } from "../services.ts";
import type { RunningController } from "./controller.ts";
import { controllers } from "./index.ts";

/** Starts all but those named. */
export function startControllers(services: Services, disabled: readonly string[]): RunningController {
  const wanted = controllers.filter(({ name }) => !disabled.includes(name));
  const running = wanted.map((controller) => controller.start(services));
  return {
    stop() {
      for (const controller of running) {
        controller.stop();
      }
    },
  };
}
