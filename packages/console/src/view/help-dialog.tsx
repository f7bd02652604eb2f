import type { VNode } from "preact";
import { Dialog } from "./dialog.tsx";

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ["Ctrl K or g", "go to a kind, a page or an object"],
  ["/", "filter the list"],
  ["↓ ↑ or j k", "next and previous row of a list"],
  ["Enter", "open the row"],
  ["Home End PgUp PgDn", "move in a long list"],
  ["Ctrl Enter", "review the change of an object"],
  ["Esc", "close a dialog; leave a filter"],
  ["Esc, then Tab", "leave the editor, where Tab indents"],
  ["?", "this help"],
];

export function HelpDialog({ onClose }: { readonly onClose: () => void }): VNode {
  return (
    <Dialog label="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">
        The page acts with the rights of the kubeconfig's user, through kiln console on this machine. It holds no
        credentials, and it sends nothing anywhere else.
      </p>
    </Dialog>
  );
}
