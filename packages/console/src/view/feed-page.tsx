import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { useApp, useFrames, useLasting } from "../app/use-app.ts";
import { type FeedEntry, feedKinds, followFeed } from "../model/feed.ts";

const MAX_ENTRIES = 500;
const SIGNS: Readonly<Record<FeedEntry["type"], readonly [style: string, sign: string]>> = {
  created: ["good", "+ created"],
  changed: ["note", "~ changed"],
  deleted: ["bad", "− deleted"],
};

/** Page of changes in the cluster since it was opened, newest first. */
export function FeedPage(): VNode {
  const app = useApp();
  const kinds = app.kinds.value;
  const entries = useRef<FeedEntry[]>([]);
  const [isPaused, setIsPaused] = useState(false);
  const [, change] = useFrames();
  const { namespace } = app.route.value;
  const client = app.client.value;
  const watched = feedKinds(kinds ?? []);
  const names = watched.map(({ group, plural }) => `${plural}.${group}`).join();
  useLasting(
    (signal) => {
      entries.current = [];
      followFeed({
        client,
        clock: app.clock,
        fraction: app.fraction,
        kinds: watched.filter(({ isNamespaced }) => namespace === "" || isNamespaced),
        namespace: namespace === "" ? undefined : namespace,
        signal,
        onEntry(entry) {
          entries.current = [entry, ...entries.current].slice(0, MAX_ENTRIES);
          change();
        },
      });
    },
    [client, names, namespace],
  );
  const [frozen, setFrozen] = useState<readonly FeedEntry[]>([]);
  const shown = isPaused ? frozen : entries.current;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Live feed</h1>
        <span class="badge good" role="status">
          ● watching {watched.length} kinds
        </span>
        <span class="spring" />
        <button
          type="button"
          aria-pressed={isPaused}
          onClick={() => {
            setFrozen(entries.current);
            setIsPaused(!isPaused);
          }}
        >
          {isPaused ? "Go on" : "Pause"}
        </button>
      </div>
      {shown.length === 0 ? (
        <p class="notice">Nothing has changed since this page was opened. Events and Leases are left out.</p>
      ) : (
        <ol class="feed" aria-label="Changes, newest first">
          {shown.map((entry) => (
            <FeedLine key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </div>
  );
}

function FeedLine({ entry }: { readonly entry: FeedEntry }): VNode {
  const app = useApp();
  const { atMs, type, kind, namespace, name, manager } = entry;
  const [style, sign] = SIGNS[type];
  const page = {
    name: "object",
    group: kind.group,
    plural: kind.plural,
    in: namespace,
    of: name,
    tab: "yaml",
  } as const;
  return (
    <li>
      <time dateTime={new Date(atMs).toISOString()}>{new Date(atMs).toTimeString().slice(0, 8)}</time>
      <span class={`badge ${style}`}>{sign}</span>
      <span class="soft">{kind.kind}</span>
      <span class="feed-name">
        {type === "deleted" ? name : <a href={app.hrefOf({ page })}>{name}</a>}
        {namespace !== "" && <span class="soft"> in {namespace}</span>}
      </span>
      {manager !== "" && <span class="soft">by {manager}</span>}
    </li>
  );
}
