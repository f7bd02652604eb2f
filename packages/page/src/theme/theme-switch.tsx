import type { VNode } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { applyTheme, readTheme, type ThemeChoice, themeChoices } from "./theme.ts";

const SIGNS: Readonly<Record<ThemeChoice, string>> = { auto: "◐", light: "☀", dark: "☾" };

/** Button that switches between the themes: as the system, light, dark. */
export function ThemeSwitch(): VNode {
  const [choice, setChoice] = useState<ThemeChoice>(() => readTheme(localStorage));
  useLayoutEffect(() => applyTheme(choice, { root: document.documentElement, storage: localStorage }), [choice]);
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] as ThemeChoice;
  const label = `Theme: ${choice}. Switch to ${next}`;
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={() => setChoice(next)}>
      <span aria-hidden="true">{SIGNS[choice]}</span>
    </button>
  );
}
