import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp, useFrames, useLasting } from "../app/use-app.ts";
import type { Kind } from "../kinds/read-kinds.ts";
import { type Following, followTable, isRefused } from "../model/follow-table.ts";
import { createTableRows, filterRows, type Row, type TableRows } from "../model/table-rows.ts";
import { explainError } from "./explain-error.ts";
import { KindMissing } from "./kind-missing.tsx";
import { useKind } from "./use-kind.ts";
import { VirtualTable } from "./virtual-table.tsx";

interface ListPageProps {
  readonly group: string;
  readonly plural: string;
}

export function ListPage(props: ListPageProps): VNode {
  const kind = useKind(props);
  return kind === undefined ? (
    <KindMissing {...props} />
  ) : (
    <KindList key={`${kind.group}/${kind.plural}`} kind={kind} />
  );
}

/** List of a kind in the server's table format, kept up to date by a watch. */
function KindList({ kind }: { readonly kind: Kind }): VNode {
  const app = useApp();
  const [filter, setFilter] = useState("");
  const { rows: table, following, changes } = useTable(kind);
  const { namespace } = app.route.value;
  const rows = useMemo(() => filterRows(table.rows(), filter), [table, changes, filter]);
  const total = table.rows().length;
  const hrefOf = ({ namespace: place, name }: Row) =>
    app.hrefOf({ page: { name: "object", group: kind.group, plural: kind.plural, in: place, of: name, tab: "yaml" } });
  return (
    <div class="page list-page">
      <div class="page-head">
        <h1>{kind.kind}</h1>
        <FollowingBadge following={following} />
        <span class="soft" aria-live="polite">
          {rows.length === total ? `${total} objects` : `${rows.length} of ${total} objects`}
        </span>
        <span class="spring" />
        <input
          type="search"
          aria-label={`Filter ${kind.plural}`}
          placeholder="Filter by name, cell or label=value"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && setFilter("")}
        />
        {kind.verbs.includes("create") && (
          <a class="button" href={app.hrefOf({ page: { name: "create", group: kind.group, plural: kind.plural } })}>
            New
          </a>
        )}
      </div>
      {following.state === "interrupted" && isRefused(following.error) ? (
        <p class="notice bad" role="alert">
          {explainError(following.error)}
        </p>
      ) : (
        <VirtualTable
          label={kind.plural}
          columns={table.columns}
          rows={rows}
          hasNamespaces={kind.isNamespaced && namespace === ""}
          hrefOf={hrefOf}
        />
      )}
    </div>
  );
}

const BADGES: Readonly<Record<Following["state"], readonly [style: string, text: string]>> = {
  loading: ["note", "… loading"],
  live: ["good", "● live"],
  interrupted: ["warn", "○ interrupted"],
};

/** Badge that shows whether the list is up to date. */
export function FollowingBadge({ following }: { readonly following: Following }): VNode {
  const [style, text] = BADGES[following.state];
  return (
    <span class={`badge ${style}`} role="status">
      {text}
    </span>
  );
}

function useTable(kind: Kind): { rows: TableRows; following: Following; changes: number } {
  const app = useApp();
  const client = app.client.value;
  const { namespace } = app.route.value;
  const rows = useMemo(createTableRows, [client, kind.group, kind.version, kind.plural, namespace]);
  const [following, setFollowing] = useState<Following>({ state: "loading", loaded: 0 });
  const [changes, change] = useFrames();
  useLasting(
    (signal) => {
      setFollowing({ state: "loading", loaded: 0 });
      return followTable({
        client,
        clock: app.clock,
        fraction: app.fraction,
        type: kind,
        namespace: kind.isNamespaced && namespace !== "" ? namespace : undefined,
        rows,
        signal,
        onChange(next) {
          setFollowing((before) => (before.state === next.state && before.state === "live" ? before : next));
          change();
        },
      });
    },
    [rows],
  );
  return { rows, following, changes };
}
