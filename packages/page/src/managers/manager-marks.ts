/** How fields of one manager are shown: a letter for readers without color, and the number of a color of the theme. */
export interface ManagerMark {
  readonly manager: string;
  /** A, B, C …; two letters from the 27th manager on. */
  readonly letter: string;
  /** From 1 to {@link MANAGER_COLORS}: `--manager-N` of the theme. */
  readonly color: number;
}

/** Colors of the theme for managers; further managers start over and differ by their letter. */
export const MANAGER_COLORS = 8;

/** Marks for managers in the given order. The order must be stable: a manager that is added goes last. */
export function markManagers(managers: readonly string[]): ReadonlyMap<string, ManagerMark> {
  const marks = new Map<string, ManagerMark>();
  for (const manager of managers) {
    if (!marks.has(manager)) {
      const index = marks.size;
      marks.set(manager, { manager, letter: toLetters(index), color: (index % MANAGER_COLORS) + 1 });
    }
  }
  return marks;
}

function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${toLetters(Math.floor(index / 26) - 1)}${last}`;
}
