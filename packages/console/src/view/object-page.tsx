import type { KubeObject } from "@kiln/api";
import { startInformer } from "@kiln/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type ObjectTab, objectTabs, type Page } from "../app/route.ts";
import { useApp, useLasting } from "../app/use-app.ts";
import { useDraft } from "../app/use-draft.ts";
import type { Kind } from "../kinds/read-kinds.ts";
import { isRefused } from "../model/follow-table.ts";
import { DeleteButton } from "./delete-button.tsx";
import { EventsTab } from "./events-tab.tsx";
import { explainError } from "./explain-error.ts";
import { FormTab } from "./form-tab.tsx";
import { KindMissing } from "./kind-missing.tsx";
import { FollowingBadge } from "./list-page.tsx";
import { OwnershipTab } from "./ownership-tab.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { TreeTab } from "./tree-tab.tsx";
import { useKind } from "./use-kind.ts";
import { useVerdict } from "./use-verdict.ts";
import { YamlTab } from "./yaml-tab.tsx";

type ObjectPageProps = Extract<Page, { readonly name: "object" }>;

export function ObjectPage(props: ObjectPageProps): VNode {
  const kind = useKind(props);
  return kind === undefined ? <KindMissing {...props} /> : <LiveObject kind={kind} {...props} />;
}

interface LiveState {
  readonly object: KubeObject | undefined;
  readonly isGone: boolean;
  readonly error: unknown;
}

/** Page of an object, kept up to date by a watch. */
function LiveObject({ kind, in: namespace, of: name, tab }: ObjectPageProps & { readonly kind: Kind }): VNode {
  const { object, isGone, error } = useObject(kind, namespace, name);
  if (object !== undefined) {
    return <OpenObject kind={kind} object={object} isGone={isGone} error={error} tab={tab} />;
  }
  const place = namespace === "" ? name : `${namespace}/${name}`;
  return (
    <p class={`notice${error !== undefined || isGone ? " bad" : ""}`} role="status">
      {isGone
        ? `${kind.kind} ${place} is not there.`
        : error === undefined
          ? `Reading ${place} …`
          : explainError(error)}
    </p>
  );
}

const NO_OBJECT = {};

interface OpenObjectProps extends LiveState {
  readonly kind: Kind;
  readonly object: KubeObject;
  readonly tab: ObjectTab;
}

function OpenObject({ kind, object, isGone, error, tab }: OpenObjectProps): VNode {
  const app = useApp();
  const draft = useDraft(object, NO_OBJECT);
  const verdict = useVerdict(kind, draft);
  const { name, namespace, deletionTimestamp } = object.metadata;
  return (
    <div class="page object-page">
      <div class="page-head">
        <a class="crumb" href={app.hrefOf({ page: { name: "list", group: kind.group, plural: kind.plural } })}>
          {kind.kind}
        </a>
        <h1 title={name}>{namespace === undefined ? name : `${namespace} / ${name}`}</h1>
        {isGone ? (
          <span class="badge bad">✕ deleted</span>
        ) : (
          <FollowingBadge following={error === undefined ? { state: "live" } : { state: "interrupted", error }} />
        )}
        {deletionTimestamp !== undefined && !isGone && <span class="badge warn">… being deleted</span>}
        <span class="spring" />
        {!isGone && kind.verbs.includes("delete") && <DeleteButton kind={kind} object={object} />}
      </div>
      <TabList kind={kind} tab={tab} isChanged={draft.isChanged} />
      <div class="tab-body" role="tabpanel" aria-label={LABELS[tab]}>
        {tab === "yaml" && <YamlTab draft={draft} verdict={verdict} />}
        {tab === "form" && <FormTab draft={draft} verdict={verdict} />}
        {tab === "ownership" && <OwnershipTab object={object} />}
        {tab === "tree" && <TreeTab kind={kind} object={object} />}
        {tab === "events" && <EventsTab object={object} />}
      </div>
      <ReviewBar kind={kind} draft={draft} verdict={verdict} />
    </div>
  );
}

const LABELS: Readonly<Record<ObjectTab, string>> = {
  yaml: "YAML",
  form: "Form",
  ownership: "Ownership",
  tree: "Owner tree",
  events: "Events",
};

function TabList({
  tab,
  isChanged,
}: {
  readonly kind: Kind;
  readonly tab: ObjectTab;
  readonly isChanged: boolean;
}): VNode {
  const app = useApp();
  const show = (next: ObjectTab) => {
    const { page } = app.route.value;
    if (page.name === "object") {
      app.go({ page: { ...page, tab: next } });
    }
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) {
      const next = objectTabs[(objectTabs.indexOf(tab) + step + objectTabs.length) % objectTabs.length];
      show(next as ObjectTab);
      document.getElementById(`tab-${next}`)?.focus();
    }
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views of the object" onKeyDown={onKey}>
      {objectTabs.map((each) => (
        <button
          key={each}
          id={`tab-${each}`}
          type="button"
          role="tab"
          aria-selected={each === tab}
          tabIndex={each === tab ? 0 : -1}
          onClick={() => show(each)}
        >
          {LABELS[each]}
          {isChanged && (each === "yaml" || each === "form") ? " •" : ""}
        </button>
      ))}
    </div>
  );
}

/** State of an object. After its deletion the last state stays, so that the user can still read it. */
function useObject(kind: Kind, namespace: string, name: string): LiveState {
  const app = useApp();
  const client = app.client.value;
  const [state, setState] = useState<LiveState>({ object: undefined, isGone: false, error: undefined });
  useLasting(
    (signal) => {
      const informer = startInformer({
        client,
        clock: app.clock,
        fraction: app.fraction,
        type: kind,
        fieldSelector: `metadata.name=${name}`,
        ...(namespace === "" ? {} : { namespace }),
        onChange({ type, object }) {
          const isGone = type === "deleted";
          // Items of lists lack apiVersion and kind; objects of watches have them.
          const whole = { ...object, apiVersion: apiVersionOf(kind), kind: kind.kind };
          setState({ object: whole, isGone, error: undefined });
        },
        onError: (error) => setState((before) => ({ ...before, error: isRefused(error) ? error : undefined })),
      });
      informer.synced.then(
        () => setState((before) => ({ ...before, isGone: informer.size === 0, error: undefined })),
        () => {},
      );
      signal.addEventListener("abort", () => informer.stop());
    },
    [client, kind.group, kind.version, kind.plural, namespace, name],
  );
  const trouble = app.trouble.value;
  return trouble === undefined ? state : { ...state, error: new Error(trouble.text) };
}

export function apiVersionOf({ group, version }: Kind): string {
  return group === "" ? version : `${group}/${version}`;
}
