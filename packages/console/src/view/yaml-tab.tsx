import { ManagerLegend, YamlEditor } from "@kiln/page";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Draft } from "../app/use-draft.ts";
import { managersOf, toLineOwners } from "../model/line-owners.ts";
import { toDiagnostics } from "../model/to-diagnostics.ts";
import type { Verdict } from "./use-verdict.ts";

/** Tab with the object as YAML, in the colors of its field managers until the user edits it. */
export function YamlTab({ draft, verdict }: { readonly draft: Draft; readonly verdict: Verdict }): VNode {
  const [shown, setShown] = useState<string | undefined>(undefined);
  const { base, text, isChanged } = draft;
  const marks = useMemo(() => (base === undefined ? [] : [...managersOf(base).values()]), [base]);
  const owners = useMemo(
    () => (base === undefined || isChanged ? [] : toLineOwners(base, text)),
    [base, text, isChanged],
  );
  const diagnostics = useMemo(
    () => (draft.syntaxError === undefined ? toDiagnostics(text, verdict.errors) : []),
    [text, draft.syntaxError, verdict.errors],
  );
  return (
    <div class="yaml-tab">
      {marks.length > 0 && <ManagerLegend marks={marks} shown={shown} onShow={setShown} />}
      <YamlEditor
        label="YAML of the object"
        value={text}
        onChange={draft.setText}
        owners={owners}
        shownManager={shown}
        schema={verdict.schema}
        diagnostics={diagnostics}
      />
    </div>
  );
}
