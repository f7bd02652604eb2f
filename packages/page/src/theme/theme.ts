/** The choice of the reader; `auto` follows the system. */
export type ThemeChoice = "auto" | "light" | "dark";

export const themeChoices: readonly ThemeChoice[] = ["auto", "light", "dark"];

const KEY = "kiln-theme";

/** Choice of the last visit; `auto` if the browser stores nothing. */
export function readTheme(storage: Pick<Storage, "getItem">): ThemeChoice {
  try {
    const kept = storage.getItem(KEY);
    return themeChoices.find((choice) => choice === kept) ?? "auto";
  } catch {
    return "auto";
  }
}

/** Shows the page in the theme and keeps the choice for the next visit. */
export function applyTheme(choice: ThemeChoice, { root, storage }: ThemePlace): void {
  root.dataset.theme = choice;
  try {
    storage.setItem(KEY, choice);
  } catch {
    // A browser that keeps nothing: the choice lasts until the page is closed.
  }
}

export interface ThemePlace {
  readonly root: HTMLElement;
  readonly storage: Pick<Storage, "setItem">;
}
