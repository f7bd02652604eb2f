import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, Verdict } from "./admission-plugin.ts";
import { timeVerdict } from "./time-verdict.ts";

/** Creates the attributes of a request, when the first plugin needs them. */
export type MakeAttributes = () => AdmissionAttributes;

/** Runs `admit` of all plugins in order, and a second time if one of them requests reinvocation. */
export function runMutating(
  plugins: readonly AdmissionPlugin[],
  target: AdmissionTarget,
  makeAttributes: MakeAttributes,
): Verdict {
  const asked = plugins.filter((plugin) => plugin.admit !== undefined && plugin.handles(target));
  const step: Step = { type: "admit", asked, target };
  return runStep(step, () => {
    const attributes = makeAttributes();
    const runAgain = (): Verdict => {
      if (!attributes.reinvocation.isNeeded) {
        return undefined;
      }
      attributes.reinvocation.isReinvoked = true;
      return runFrom(step, attributes, 0);
    };
    const pending = runFrom(step, attributes, 0);
    return pending === undefined ? runAgain() : pending.then(runAgain);
  });
}

/** Runs `validate` of all plugins, in order. */
export function runValidating(
  plugins: readonly AdmissionPlugin[],
  target: AdmissionTarget,
  makeAttributes: MakeAttributes,
): Verdict {
  const asked = plugins.filter((plugin) => plugin.validate !== undefined && plugin.handles(target));
  const step: Step = { type: "validate", asked, target };
  return runStep(step, () => runFrom(step, makeAttributes(), 0));
}

/** Whether any plugin applies to the request. */
export function isAsked(plugins: readonly AdmissionPlugin[], target: AdmissionTarget): boolean {
  return plugins.some((plugin) => plugin.handles(target));
}

/** Mutating or validating admission. */
interface Step {
  readonly type: "admit" | "validate";
  readonly asked: readonly AdmissionPlugin[];
  readonly target: AdmissionTarget;
}

function runStep({ type, asked, target }: Step, run: () => Verdict): Verdict {
  const { operation, services } = target;
  const note = (seconds: number, isRejected: boolean) =>
    services.metrics.admission.observeStep({ type, operation, seconds, isRejected });
  if (asked.length > 0) {
    return timeVerdict(services.clock, note, run);
  }
  note(0, false);
  return undefined;
}

function runFrom(step: Step, attributes: AdmissionAttributes, first: number): Verdict {
  const { type, asked, target } = step;
  const { operation, services } = target;
  for (let i = first; i < asked.length; i++) {
    const plugin = asked[i] as AdmissionPlugin;
    const note = (seconds: number, isRejected: boolean) =>
      services.metrics.admission.observePlugin(plugin.name, { type, operation, seconds, isRejected });
    const pending = timeVerdict(services.clock, note, () => plugin[type]?.(attributes));
    if (pending !== undefined) {
      return pending.then(() => runFrom(step, attributes, i + 1));
    }
  }
  return undefined;
}
