import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The first of that name on PATH, links resolved; undefined if there is none. */
export function findProgram(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return realpathSync(file);
    } catch {
      // Not in this folder: the next may have it.
    }
  }
  return undefined;
}

/**
 * Every kubectl that is worth a run: the one that KILN_KUBECTL names, otherwise the oldest and the newest where versions
 * lie side by side as `kubectl.1.33`, otherwise the one on PATH.
 */
export function findKubectls(): string[] {
  const wanted = process.env.KILN_KUBECTL ?? "";
  if (wanted !== "") {
    return [wanted];
  }
  const found = findProgram("kubectl");
  if (found === undefined) {
    return [];
  }
  const minor = (name: string): number => Number(/^kubectl\.1\.(\d+)$/.exec(name)?.[1] ?? -1);
  const folder = dirname(found);
  const versions = readdirSync(folder)
    .filter((name) => minor(name) >= 0)
    .sort((a, b) => minor(a) - minor(b));
  const ends = [...new Set([versions[0], versions.at(-1)])].filter((name) => name !== undefined);
  return ends.length === 0 ? [found] : ends.map((name) => join(folder, name));
}

/** Whether tests whose program is missing fail instead of being skipped. */
export function mustHavePrograms(): boolean {
  return (process.env.KILN_REQUIRE_PROGRAMS ?? "") !== "";
}
