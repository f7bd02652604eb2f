import { startInformer } from "@kiln/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";

const NAMESPACES = { group: "", version: "v1", plural: "namespaces", isNamespaced: false };

/** Menu of namespaces if the user may list them; otherwise an input for the name. */
export function NamespacePicker(): VNode {
  const app = useApp();
  const { namespace, page } = app.route.value;
  const { names, isRefused } = useNamespaces();
  const isList = page.name === "list";
  const go = (value: string) => app.go(isList ? { namespace: value } : { namespace: value, ...leaveObject(app) });
  if (isRefused) {
    return (
      <label class="picker narrow">
        <span class="unseen">Namespace</span>
        <input
          value={namespace}
          placeholder="all namespaces"
          onChange={(event) => go(event.currentTarget.value.trim())}
        />
      </label>
    );
  }
  const shown = names.includes(namespace) || namespace === "" ? names : [namespace, ...names];
  return (
    <label class="picker narrow">
      <span class="unseen">Namespace</span>
      <select value={namespace} onChange={(event) => go(event.currentTarget.value)} title="Namespace of lists">
        <option value="">all namespaces</option>
        {shown.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Leaves the page of an object for the list of its kind: the object is not in the new namespace. */
function leaveObject({ route }: ReturnType<typeof useApp>) {
  const { page } = route.value;
  return page.name === "object" ? { page: { name: "list", group: page.group, plural: page.plural } as const } : {};
}

function useNamespaces(): { readonly names: readonly string[]; readonly isRefused: boolean } {
  const app = useApp();
  const client = app.client.value;
  const [state, setState] = useState<{ names: readonly string[]; isRefused: boolean }>({ names: [], isRefused: false });
  useLasting(
    (signal) => {
      const informer = startInformer({
        client,
        clock: app.clock,
        fraction: app.fraction,
        type: NAMESPACES,
        isMetadataOnly: true,
        onChange: () =>
          setState({ names: [...informer.list()].map(({ metadata }) => metadata.name ?? "").sort(), isRefused: false }),
        onError: () => setState((before) => (before.names.length > 0 ? before : { names: [], isRefused: true })),
      });
      signal.addEventListener("abort", () => informer.stop());
    },
    [client],
  );
  return state;
}
