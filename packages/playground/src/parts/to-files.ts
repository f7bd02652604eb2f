import type { PlaygroundState } from "../state/playground-state.ts";

/** Texts of the editors as files for the terminal. */
export function toFiles({ name, definitions, steps }: PlaygroundState): ReadonlyMap<string, string> {
  return new Map([
    [`${name}-crd.yaml`, definitions],
    ...steps.map(({ text }, index): [string, string] => [
      index === 0 ? `${name}.yaml` : `${name}-${index + 1}.yaml`,
      text,
    ]),
  ]);
}
