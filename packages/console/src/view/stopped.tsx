import type { VNode } from "preact";

/** Message in place of the page when there is no session. */
export function Stopped({ text }: { readonly text: string }): VNode {
  return (
    <main class="stopped">
      <h1>Kiln console</h1>
      <p role="alert">{text}</p>
      <p class="soft">
        A link works once and for ten minutes. Run <code>kiln console</code> again, or press Enter in the terminal where
        it runs, and open the link that it prints.
      </p>
    </main>
  );
}
