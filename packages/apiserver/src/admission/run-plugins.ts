import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, Verdict } from "./admission-plugin.ts";

/** What makes attributes of a target, once somebody wants to see them. */
export type MakeAttributes = () => AdmissionAttributes;

/** Runs `admit` of all, in order; once more if one of them asks for that. */
export function runMutating(
  plugins: readonly AdmissionPlugin[],
  target: AdmissionTarget,
  makeAttributes: MakeAttributes,
): Verdict {
  const asked = plugins.filter((plugin) => plugin.admit !== undefined && plugin.handles(target));
  if (asked.length === 0) {
    return undefined;
  }
  const attributes = makeAttributes();
  const runAgain = (): Verdict => {
    if (!attributes.reinvocation.isNeeded) {
      return undefined;
    }
    attributes.reinvocation.isReinvoked = true;
    return runFrom(asked, 0, (plugin) => plugin.admit?.(attributes));
  };
  const pending = runFrom(asked, 0, (plugin) => plugin.admit?.(attributes));
  return pending === undefined ? runAgain() : pending.then(runAgain);
}

/** Runs `validate` of all, in order. */
export function runValidating(
  plugins: readonly AdmissionPlugin[],
  target: AdmissionTarget,
  makeAttributes: MakeAttributes,
): Verdict {
  const asked = plugins.filter((plugin) => plugin.validate !== undefined && plugin.handles(target));
  if (asked.length === 0) {
    return undefined;
  }
  const attributes = makeAttributes();
  return runFrom(asked, 0, (plugin) => plugin.validate?.(attributes));
}

/** Whether anybody wants to see the request at all. */
export function isAsked(plugins: readonly AdmissionPlugin[], target: AdmissionTarget): boolean {
  return plugins.some((plugin) => plugin.handles(target));
}

function runFrom(
  plugins: readonly AdmissionPlugin[],
  first: number,
  run: (plugin: AdmissionPlugin) => Verdict,
): Verdict {
  for (let i = first; i < plugins.length; i++) {
    const pending = run(plugins[i] as AdmissionPlugin);
    if (pending !== undefined) {
      return pending.then(() => runFrom(plugins, i + 1, run));
    }
  }
  return undefined;
}
