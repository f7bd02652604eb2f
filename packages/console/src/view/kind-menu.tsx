import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp } from "../app/use-app.ts";
import type { Kind } from "../kinds/read-kinds.ts";

/** Pages for the whole cluster. */
const PAGES = [
  { name: "feed", label: "Live feed" },
  { name: "metrics", label: "Metrics" },
  { name: "testing", label: "Forks, clock, faults" },
] as const;

/** Menu of all kinds by group; groups of the user's own CRDs come first. */
export function KindMenu(): VNode {
  const app = useApp();
  const [filter, setFilter] = useState("");
  const kinds = app.kinds.value;
  const groups = useMemo(() => groupKinds(kinds ?? [], filter), [kinds, filter]);
  const { page } = app.route.value;
  const pages = PAGES.filter(({ name }) => name !== "testing" || app.hasForks.value);
  return (
    <nav class="menu" aria-label="Kinds">
      <ul class="menu-pages">
        {pages.map(({ name, label }) => (
          <li key={name}>
            <a href={app.hrefOf({ page: { name } })} aria-current={page.name === name ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <input
        type="search"
        aria-label="Filter kinds"
        placeholder="Filter kinds"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {kinds === undefined && <p class="soft">Reading what the cluster serves …</p>}
      {kinds !== undefined && groups.length === 0 && <p class="soft">No kind has “{filter}” in its name.</p>}
      {groups.map(({ group, kinds: members }) => (
        <section key={group} aria-label={group === "" ? "core" : group}>
          <h2>{group === "" ? "core" : group}</h2>
          <ul>
            {members.map((kind) => (
              <li key={kind.plural}>
                <KindLink kind={kind} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function KindLink({ kind }: { readonly kind: Kind }): VNode {
  const app = useApp();
  const { page } = app.route.value;
  const isCurrent = "plural" in page && page.plural === kind.plural && page.group === kind.group;
  const href = app.hrefOf({ page: { name: "list", group: kind.group, plural: kind.plural } });
  return (
    <a href={href} aria-current={isCurrent ? "page" : undefined} title={`${kind.plural} ${kind.version}`}>
      {kind.kind}
    </a>
  );
}

interface Group {
  readonly group: string;
  readonly kinds: readonly Kind[];
}

export function groupKinds(kinds: readonly Kind[], filter: string): readonly Group[] {
  const wanted = filter.trim().toLowerCase();
  const groups = new Map<string, Kind[]>();
  for (const kind of kinds) {
    const text = [kind.kind, kind.plural, ...kind.shortNames, kind.group].join(" ").toLowerCase();
    if (text.includes(wanted)) {
      groups.set(kind.group, [...(groups.get(kind.group) ?? []), kind]);
    }
  }
  return [...groups]
    .map(([group, members]) => ({ group, kinds: members.sort((a, b) => (a.kind < b.kind ? -1 : 1)) }))
    .sort((a, b) => rank(a.group) - rank(b.group) || (a.group < b.group ? -1 : 1));
}

/** Rank of a group in the menu: groups outside of Kubernetes' domains, then core, then workloads, then others. */
function rank(group: string): number {
  if (group === "") {
    return 1;
  }
  const isOwn = group.includes(".") && !/(^|\.)(k8s\.io|kiln\.dev)$/.test(group);
  return isOwn ? 0 : ["apps", "batch"].includes(group) ? 2 : 3;
}
