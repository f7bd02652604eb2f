import { asTexts, getOwn, type JsonObject, objectAt } from "@kiln/api";
import { resolveSchema, type SchemaSource } from "@kiln/schema";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp } from "../app/use-app.ts";
import { useDraft } from "../app/use-draft.ts";
import type { Kind } from "../kinds/read-kinds.ts";
import { FormTab } from "./form-tab.tsx";
import { KindMissing } from "./kind-missing.tsx";
import { apiVersionOf } from "./object-page.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { useKind } from "./use-kind.ts";
import { useVerdict } from "./use-verdict.ts";
import { YamlTab } from "./yaml-tab.tsx";

export function CreatePage(props: { readonly group: string; readonly plural: string }): VNode {
  const kind = useKind(props);
  return kind === undefined ? <KindMissing {...props} /> : <NewObject key={kind.plural} kind={kind} />;
}

/** Page for a new object, as a form or text; it is sent after a dry run. */
function NewObject({ kind }: { readonly kind: Kind }): VNode {
  const app = useApp();
  const [tab, setTab] = useState<"form" | "yaml">("form");
  const namespace = app.route.value.namespace || app.session.cluster.namespace;
  const initial = useMemo(() => emptyObject(kind, namespace), [kind, namespace]);
  const draft = useDraft(undefined, initial);
  const verdict = useVerdict(kind, draft);
  const { schema } = verdict;
  return (
    <div class="page object-page">
      <div class="page-head">
        <a class="crumb" href={app.hrefOf({ page: { name: "list", group: kind.group, plural: kind.plural } })}>
          {kind.kind}
        </a>
        <h1>New</h1>
        <span class="spring" />
        {!draft.isChanged && schema !== undefined && (
          <button type="button" onClick={() => draft.setObject(withRequired(initial, schema))}>
            Fill in required fields
          </button>
        )}
      </div>
      <div class="tabs" role="tablist" aria-label="Views of the new object">
        {(["form", "yaml"] as const).map((each) => (
          <button key={each} type="button" role="tab" aria-selected={each === tab} onClick={() => setTab(each)}>
            {each === "form" ? "Form" : "YAML"}
          </button>
        ))}
      </div>
      <div class="tab-body" role="tabpanel" aria-label={tab}>
        {tab === "form" ? <FormTab draft={draft} verdict={verdict} /> : <YamlTab draft={draft} verdict={verdict} />}
      </div>
      <ReviewBar
        kind={kind}
        draft={draft}
        verdict={verdict}
        onCreated={({ namespace: place, name }) =>
          app.go({ page: { name: "object", group: kind.group, plural: kind.plural, in: place, of: name, tab: "yaml" } })
        }
      />
    </div>
  );
}

function emptyObject(kind: Kind, namespace: string): JsonObject {
  const metadata = { name: "", ...(kind.isNamespaced ? { namespace } : {}) };
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, spec: {} };
}

/** Adds an empty value for each required field of the spec. */
function withRequired(object: JsonObject, source: SchemaSource): JsonObject {
  const properties = objectAt(resolveSchema(source, source.root), "properties");
  if (!Object.hasOwn(properties, "spec")) {
    const { spec: _, ...rest } = object;
    return rest;
  }
  const spec = resolveSchema(source, objectAt(properties, "spec"));
  const required = asTexts(getOwn(spec, "required")).map((name) => {
    const type = getOwn(resolveSchema(source, objectAt(spec, "properties", name)), "type");
    const empty = { string: "", integer: 0, number: 0, boolean: false, array: [] }[String(type)] ?? {};
    return [name, empty];
  });
  return { ...object, spec: Object.fromEntries(required) as JsonObject };
}
