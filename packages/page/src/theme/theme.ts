/** Theme that the user selected; `auto` follows the system. */
export type ThemeChoice = "auto" | "light" | "dark";

export const themeChoices: readonly ThemeChoice[] = ["auto", "light", "dark"];

const KEY = "kiln-theme";

/** Theme of the last visit; `auto` if the browser stores nothing. */
export function readTheme(storage: Pick<Storage, "getItem">): ThemeChoice {
  try {
    const kept = storage.getItem(KEY);
    return themeChoices.find((choice) => choice === kept) ?? "auto";
  } catch {
    return "auto";
  }
}

/** Applies the theme to the page and stores it for the next visit. */
export function applyTheme(choice: ThemeChoice, { root, storage }: ThemePlace): void {
  root.dataset.theme = choice;
  try {
    storage.setItem(KEY, choice);
  } catch {
    // The browser stores nothing: the theme lasts until the page is closed.
  }
}

export interface ThemePlace {
  readonly root: HTMLElement;
  readonly storage: Pick<Storage, "setItem">;
}
