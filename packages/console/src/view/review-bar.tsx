import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Draft, readNow } from "../app/use-draft.ts";
import type { Kind } from "../kinds/read-kinds.ts";
import type { WriteMode } from "../model/write-object.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import type { Verdict } from "./use-verdict.ts";

interface ReviewBarProps {
  readonly kind: Kind;
  readonly draft: Draft;
  readonly verdict: Verdict;
  /** Called with the name of a new object. */
  readonly onCreated?: (place: { readonly namespace: string; readonly name: string }) => void;
}

/**
 * Bar at the bottom while there are changes: results of the console's own validation, and the button for the server's
 * dry run.
 */
export function ReviewBar({ kind, draft, verdict, onCreated }: ReviewBarProps): VNode | null {
  const isNew = draft.base === undefined;
  const [mode, setMode] = useState<WriteMode>("apply");
  const [isOpen, setIsOpen] = useState(false);
  const canSend = draft.isChanged && draft.syntaxError === undefined;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === "Enter" &&
        (event.ctrlKey || event.metaKey) &&
        canSend &&
        readNow(draft).syntaxError === undefined
      ) {
        event.preventDefault();
        setIsOpen(true);
      }
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [canSend, draft]);
  if (!draft.isChanged) {
    return null;
  }
  return (
    <section class="review-bar" aria-label="Change">
      <CheckResult draft={draft} verdict={verdict} />
      <span class="spring" />
      {!isNew && (
        <label class="picker">
          <span class="unseen">How to send the change</span>
          <select value={mode} onChange={(event) => setMode(event.currentTarget.value as WriteMode)}>
            <option value="apply">apply the changed fields</option>
            <option value="update">update the whole object</option>
          </select>
        </label>
      )}
      <button type="button" onClick={draft.reset}>
        Discard
      </button>
      <button type="button" class="primary" disabled={!canSend} onClick={() => setIsOpen(true)}>
        Review …
      </button>
      {isOpen && (
        <ReviewDialog
          write={{
            kind,
            mode: isNew ? "create" : mode,
            live: draft.base,
            edited: readNow(draft).object,
            schema: verdict.schema,
            isForced: false,
          }}
          onClose={() => setIsOpen(false)}
          onWritten={({ metadata: { namespace = "", name = "" } }) => {
            setIsOpen(false);
            draft.reset();
            onCreated?.({ namespace, name });
          }}
        />
      )}
    </section>
  );
}

function CheckResult({ draft, verdict }: { readonly draft: Draft; readonly verdict: Verdict }): VNode {
  const cleared = verdict.unionChanges.filter(({ kind }) => kind === "cleared");
  if (draft.syntaxError !== undefined) {
    return <span class="badge bad">✕ {draft.syntaxError}</span>;
  }
  const [first] = verdict.errors;
  return (
    <span class="check-result" aria-live="polite">
      {draft.isStale && <span class="badge warn">⚠ changed on the server meanwhile</span>}
      {first === undefined ? (
        <span class="badge good">✓ schema and rules hold</span>
      ) : (
        <span class="badge bad" title={`${first.field}: ${first.detail}`}>
          ✕ {verdict.errors.length} {verdict.errors.length === 1 ? "error" : "errors"}: {first.field}
        </span>
      )}
      {cleared.map(({ path }) => (
        <span key={path} class="badge note">
          clears {path}
        </span>
      ))}
    </span>
  );
}
