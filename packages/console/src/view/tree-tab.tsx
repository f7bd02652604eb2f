import type { KubeObject } from "@kiln/api";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import type { Kind } from "../kinds/read-kinds.ts";
import { readOwnerTree, type TreeNode } from "../model/owner-tree.ts";
import { explainError } from "./explain-error.ts";

/** Tab with the owners of the object and all their dependents. */
export function TreeTab({ kind, object }: { readonly kind: Kind; readonly object: KubeObject }): VNode {
  const app = useApp();
  const client = app.client.value;
  const [tree, setTree] = useState<TreeNode | undefined>(undefined);
  const [error, setError] = useState("");
  useLasting(
    (signal) =>
      readOwnerTree(client, { kinds: app.kinds.value ?? [], type: kind, object, signal }).then(setTree, (failure) => {
        if (!signal.aborted) {
          setError(explainError(failure));
        }
      }),
    [client, object.metadata.uid],
  );
  if (tree === undefined) {
    return (
      <p class="notice" role="status">
        {error === "" ? "Looking for owners and dependents in all kinds …" : error}
      </p>
    );
  }
  return (
    <ul class="tree" aria-label="Owners and dependents">
      <TreeItem node={tree} uid={object.metadata.uid ?? ""} />
    </ul>
  );
}

function TreeItem({ node, uid }: { readonly node: TreeNode; readonly uid: string }): VNode {
  const app = useApp();
  const { kind, name, namespace, type, isMissing, children } = node;
  const isCurrent = node.uid === uid;
  const href =
    type === undefined || isMissing
      ? undefined
      : app.hrefOf({
          page: { name: "object", group: type.group, plural: type.plural, in: namespace, of: name, tab: "tree" },
        });
  return (
    <li aria-current={isCurrent ? "true" : undefined}>
      <span class={`tree-node${isCurrent ? " is-current" : ""}${isMissing ? " is-missing" : ""}`}>
        <span class="soft">{kind}</span> {href === undefined ? name : <a href={href}>{name}</a>}
        {isMissing && <span class="badge bad">✕ not there</span>}
      </span>
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <TreeItem key={child.uid} node={child} uid={uid} />
          ))}
        </ul>
      )}
    </li>
  );
}
