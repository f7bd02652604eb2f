import type { VNode } from "preact";
import { useApp } from "../app/use-app.ts";

/** Message in place of a page whose kind the cluster does not serve, or not yet. */
export function KindMissing({ group, plural }: { readonly group: string; readonly plural: string }): VNode {
  const isRead = useApp().kinds.value !== undefined;
  const name = group === "" ? plural : `${plural}.${group}`;
  return (
    <p class="notice" role="status">
      {isRead ? `The cluster serves no ${name} that can be listed.` : "Reading what the cluster serves …"}
    </p>
  );
}
