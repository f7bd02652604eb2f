import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { App } from "../app/app.ts";
import { useApp } from "../app/use-app.ts";
import { printKind } from "../kinds/read-kinds.ts";
import { Dialog } from "./dialog.tsx";

interface Target {
  readonly label: string;
  readonly hint: string;
  readonly href: string;
}

const MAX_SHOWN = 12;

/** ARIA attributes of the field that filters the list below it. */
const COMBOBOX: object = { role: "combobox", "aria-expanded": "true", "aria-controls": "palette-targets" };

/** Dialog that opens a kind, a page, or with `KIND NAME` an object, by typing. */
export function Palette({ onClose }: { readonly onClose: () => void }): VNode {
  const app = useApp();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const targets = useMemo(() => findTargets(app, text), [app, text]);
  const go = (target: Target | undefined) => {
    if (target !== undefined) {
      location.hash = target.href;
      onClose();
    }
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((at + step + targets.length) % Math.max(targets.length, 1));
    } else if (event.key === "Enter") {
      go(targets[at]);
    }
  };
  return (
    <Dialog label="Go to" class="palette" onClose={onClose}>
      <input
        {...COMBOBOX}
        type="text"
        aria-label="Kind, page, or kind and name"
        aria-activedescendant={targets[at] === undefined ? undefined : `target-${at}`}
        placeholder="deployments, or: configmap settings"
        value={text}
        data-first
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="palette-targets" role="listbox" aria-label="Places">
        {targets.map((target, index) => (
          <li
            key={target.href}
            id={`target-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(target)}
            onMouseMove={() => setAt(index)}
          >
            <span>{target.label}</span> <span class="soft">{target.hint}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function findTargets(app: App, text: string): readonly Target[] {
  const [word = "", name = ""] = text.trim().toLowerCase().split(/\s+/, 2);
  const kinds = (app.kinds.value ?? [])
    .filter((kind) => [kind.kind, kind.plural, ...kind.shortNames].some((each) => each.toLowerCase().startsWith(word)))
    .sort((a, b) => a.kind.length - b.kind.length);
  const lists = kinds.map((kind) => ({
    label: kind.kind,
    hint: printKind(kind),
    href: app.hrefOf({ page: { name: "list", group: kind.group, plural: kind.plural } }),
  }));
  const namespace = app.route.value.namespace || app.session.cluster.namespace;
  const objects = kinds.map((kind) => ({
    label: `${kind.kind} ${name}`,
    hint: kind.isNamespaced ? `in namespace ${namespace}` : printKind(kind),
    href: app.hrefOf({
      page: {
        name: "object",
        group: kind.group,
        plural: kind.plural,
        in: kind.isNamespaced ? namespace : "",
        of: name,
        tab: "yaml",
      },
    }),
  }));
  const pages = [
    { label: "Live feed", hint: "what changes", page: "feed" },
    { label: "Metrics", hint: "requests, latencies, watches", page: "metrics" },
    ...(app.hasForks.value ? [{ label: "Forks, clock, faults", hint: "for tests", page: "testing" }] : []),
  ]
    .filter(({ label }) => label.toLowerCase().includes(word))
    .map(({ label, hint, page }) => ({ label, hint, href: app.hrefOf({ page: { name: page as "feed" } }) }));
  return (name === "" ? [...lists, ...pages] : objects).slice(0, MAX_SHOWN);
}
