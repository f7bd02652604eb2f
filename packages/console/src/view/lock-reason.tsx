import type { VNode } from "preact";

/** Reason why a field or its entries are locked, with a sign that does not depend on color. */
export function LockReason({ id, text }: { readonly id?: string; readonly text: string }): VNode {
  return (
    <p class="lock" id={id}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7Zm2 0h4V5a2 2 0 0 0-4 0Z" />
      </svg>
      {text}
    </p>
  );
}
