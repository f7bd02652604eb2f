import { getOwn, isJsonObject } from "@kiln/api";
import { YamlEditor } from "@kiln/page";
import type { SchemaSource } from "@kiln/schema";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { PlaygroundStore } from "./playground-store.ts";
import { toDiagnostics, toLintDiagnostics } from "./to-diagnostics.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

const ROOT = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition";

/** Panel with the editor of the CRDs. */
export function DefinitionsPanel({ store }: { readonly store: PlaygroundStore }): VNode {
  const { state, outcome, findings, crdSchemas, reveal } = store;
  const definitions = outcome.value?.definitions;
  const schemas = crdSchemas.value;
  const schema = useMemo((): SchemaSource | undefined => {
    const resolve = (reference: string) => {
      const found = schemas && getOwn(schemas, reference.replace("#/components/schemas/", ""));
      return isJsonObject(found) ? found : undefined;
    };
    const root = resolve(ROOT);
    return root && { root, resolve };
  }, [schemas]);
  const found = findings.value;
  const diagnostics = useMemo(
    () => [...toDiagnostics(definitions?.notices ?? []), ...toLintDiagnostics(found)],
    [definitions, found],
  );
  const { value: shown } = reveal;
  return (
    <section class="panel" aria-label="CRD" data-pane="crd">
      <header class="panel-head">
        <h2>CRD</h2>
        {definitions && <VerdictBadge verdict={definitions.verdict} title={definitions.title} />}
        {found.length > 0 && (
          <button type="button" class="badge warn" onClick={() => show(store)} title="Go to the first finding">
            {found.length === 1 ? "1 lint finding" : `${found.length} lint findings`}
          </button>
        )}
      </header>
      <div class="panel-body">
        <YamlEditor
          label="CRD"
          value={state.value.definitions}
          onChange={store.editDefinitions}
          diagnostics={diagnostics}
          schema={schema}
          reveal={shown?.place === "definitions" ? shown.range : undefined}
        />
      </div>
    </section>
  );
}

function show({ findings, reveal }: PlaygroundStore): void {
  const [first] = findings.value;
  if (first !== undefined) {
    reveal.value = { place: "definitions", range: first.range };
  }
}
