/** Letter and color of a field manager; the letter is for users who do not see the color. */
export interface ManagerMark {
  readonly manager: string;
  /** Letter of the manager: A, B, C …; two letters from the 27th on. */
  readonly letter: string;
  /** Color of the manager: the `--manager-N` of the theme with N from 1 to {@link MANAGER_COLORS}. */
  readonly color: number;
}

/** Number of colors in the theme for managers; further managers reuse them and differ by their letter. */
export const MANAGER_COLORS = 8;

/** Letters and colors of managers, in the given order. The order must be stable: a new manager comes last. */
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
