import { type KubeObject, printYaml } from "@kiln/api";
import { listOwners, ManagerLegend, type ManagerMark, type Owner, YamlEditor } from "@kiln/page";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { withoutServerFields } from "../model/apply-configuration.ts";
import { managersOf, toLineOwners } from "../model/line-owners.ts";
import { printValuePath } from "../schema/edit-value.ts";

/** Tab with the field managers of every field: as colors in the text, and as a list of entries by time. */
export function OwnershipTab({ object }: { readonly object: KubeObject }): VNode {
  const [shown, setShown] = useState<string | undefined>(undefined);
  const text = useMemo(() => printYaml(withoutServerFields(object)), [object]);
  const marks = useMemo(() => managersOf(object), [object]);
  const owners = useMemo(() => toLineOwners(object, text), [object, text]);
  const entries = useMemo(() => listEntries(object), [object]);
  if (marks.size === 0) {
    return <p class="notice">The object has no managed fields.</p>;
  }
  return (
    <div class="ownership">
      <div class="ownership-text">
        <ManagerLegend marks={[...marks.values()]} shown={shown} onShow={setShown} />
        <YamlEditor
          label="Object with the owners of its fields"
          value={text}
          isReadOnly
          owners={owners}
          shownManager={shown}
        />
      </div>
      <ol class="entries" aria-label="Who did what">
        {entries.map((entry) => (
          <EntryCard key={entry.key} entry={entry} mark={marks.get(entry.owner.manager)} onShow={setShown} />
        ))}
      </ol>
    </div>
  );
}

interface Entry {
  readonly key: string;
  readonly owner: Owner;
  readonly fields: readonly { readonly path: string; readonly isShared: boolean }[];
}

interface EntryCardProps {
  readonly entry: Entry;
  readonly mark: ManagerMark | undefined;
  readonly onShow: (manager: string | undefined) => void;
}

const MAX_FIELDS = 40;

function EntryCard({ entry: { owner, fields }, mark, onShow }: EntryCardProps): VNode {
  const { manager, operation, subresource, time } = owner;
  return (
    <li
      class={`entry owner-${mark?.color ?? 1}`}
      onMouseEnter={() => onShow(manager)}
      onMouseLeave={() => onShow(undefined)}
    >
      <p>
        <span class="owner-letter" aria-hidden="true">
          {mark?.letter}
        </span>{" "}
        <strong class="entry-name">{manager}</strong> <span class="badge plain">{operation}</span>
        {subresource !== "" && <span class="badge note">{subresource}</span>}
      </p>
      <p class="soft">{time === "" ? "no time" : <time dateTime={time}>{time}</time>}</p>
      <ul class="entry-fields">
        {fields.slice(0, MAX_FIELDS).map(({ path, isShared }) => (
          <li key={path}>
            <code>{path}</code>
            {isShared && <span class="soft"> shared</span>}
          </li>
        ))}
        {fields.length > MAX_FIELDS && <li class="soft">and {fields.length - MAX_FIELDS} more</li>}
      </ul>
    </li>
  );
}

/** Entries of managedFields by time, each with its fields. */
function listEntries(object: KubeObject): readonly Entry[] {
  const entries = new Map<string, Entry & { readonly fields: { path: string; isShared: boolean }[] }>();
  for (const { path, owners } of listOwners(object)) {
    for (const owner of owners) {
      const key = [owner.manager, owner.operation, owner.subresource, owner.time].join("\n");
      const entry = entries.get(key) ?? { key, owner, fields: [] };
      entry.fields.push({ path: printValuePath(path), isShared: owners.length > 1 });
      entries.set(key, entry);
    }
  }
  return [...entries.values()].sort((a, b) => a.owner.time.localeCompare(b.owner.time));
}
