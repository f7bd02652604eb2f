import type { VNode } from "preact";
import { useApp } from "../app/use-app.ts";

/**
 * Banner with the reason why the page may be out of date. Lists and objects recover when the cluster responds again.
 */
export function TroubleBanner(): VNode | null {
  const trouble = useApp().trouble.value;
  if (trouble === undefined) {
    return null;
  }
  const text =
    trouble.kind === "unreachable" ? `The cluster does not answer; trying again. ${trouble.text}` : trouble.text;
  return (
    <p class="trouble" role="alert">
      <span aria-hidden="true">⚠ </span>
      {text}
    </p>
  );
}
