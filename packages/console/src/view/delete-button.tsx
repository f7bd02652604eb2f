import type { KubeObject } from "@kiln/api";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp } from "../app/use-app.ts";
import type { Kind } from "../kinds/read-kinds.ts";
import { Dialog } from "./dialog.tsx";
import { explainError } from "./explain-error.ts";

const POLICIES = [
  ["Background", "delete it now, then its dependents"],
  ["Foreground", "delete its dependents first"],
  ["Orphan", "keep its dependents"],
] as const;

/**
 * Button that deletes the object after a confirmation. Sends its uid, so that another object of the same name is not
 * deleted.
 */
export function DeleteButton({ kind, object }: { readonly kind: Kind; readonly object: KubeObject }): VNode {
  const app = useApp();
  const [isOpen, setIsOpen] = useState(false);
  const [policy, setPolicy] = useState<(typeof POLICIES)[number][0]>("Background");
  const [error, setError] = useState("");
  const { namespace, name, uid = "" } = object.metadata;
  const remove = async () => {
    try {
      const place = { namespace, name };
      await app.client.value.delete(kind, place, { propagationPolicy: policy, preconditions: { uid } });
      setIsOpen(false);
    } catch (failure) {
      setError(explainError(failure));
    }
  };
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Delete
      </button>
      {isOpen && (
        <Dialog label={`Delete ${kind.kind} ${name}?`} onClose={() => setIsOpen(false)}>
          <fieldset class="policies">
            <legend>Objects that it owns</legend>
            {POLICIES.map(([each, meaning]) => (
              <label key={each}>
                <input type="radio" name="policy" checked={policy === each} onChange={() => setPolicy(each)} /> {each}{" "}
                <span class="soft">{meaning}</span>
              </label>
            ))}
          </fieldset>
          {error !== "" && (
            <p class="notice bad" role="alert">
              {error}
            </p>
          )}
          <div class="dialog-actions">
            <button type="button" onClick={() => setIsOpen(false)}>
              Cancel
            </button>
            <button type="button" class="primary" onClick={remove}>
              Delete
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
