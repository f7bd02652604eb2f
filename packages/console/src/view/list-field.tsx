import { getOwn, isJsonObject, type JsonArray } from "@kiln/api";
import { resolveSchema } from "@kiln/schema";
import type { ComponentType, VNode } from "preact";
import { useState } from "preact/hooks";
import { valueAt } from "../schema/edit-value.ts";
import { type FormField, initialValue, toControl } from "../schema/form-field.ts";
import type { FieldRowProps } from "./form-fields.tsx";
import type { FormContext } from "./form-tab.tsx";
import { LockReason } from "./lock-reason.tsx";

interface ListFieldProps {
  readonly context: FormContext;
  /** Field with a list or a map. */
  readonly field: FormField;
  readonly entries: readonly FormField[];
  readonly depth: number;
  readonly row: ComponentType<FieldRowProps>;
}

/** Maximum number of entries in the form: more would make the page slow. The text has all. */
const MAX_SHOWN = 100;

/**
 * Items of a list or entries of a map, and a button that adds one. Immutability keywords may forbid adding or removing.
 */
export function ListField({ context, field, entries, depth, row: Row }: ListFieldProps): VNode {
  const { keys, lock } = field;
  return (
    <div class="nested">
      {keys.reason !== undefined && <LockReason text={keys.reason} />}
      {entries.slice(0, MAX_SHOWN).map((entry) => (
        <Row key={entry.printed} context={context} field={keepEntry(context, field, entry)} depth={depth + 1} />
      ))}
      {entries.length > MAX_SHOWN && <p class="soft">{entries.length - MAX_SHOWN} more are in the YAML.</p>}
      {lock === undefined && keys.mayAdd && <AddEntry context={context} field={field} />}
    </div>
  );
}

/** Marks a stored entry that may not be removed, so that it gets no button for it. */
function keepEntry({ form }: FormContext, { keys }: FormField, entry: FormField): FormField {
  const isStored = valueAt(form.stored, entry.path) !== undefined;
  return isStored && !keys.mayRemove ? { ...entry, isKept: true } : entry;
}

function AddEntry({ context, field }: { readonly context: FormContext; readonly field: FormField }): VNode {
  const [key, setKey] = useState("");
  const given = getOwn(field.schema, field.control === "list" ? "items" : "additionalProperties");
  const schema = isJsonObject(given) ? resolveSchema(context.form.source, given) : {};
  const initial = initialValue(toControl(schema));
  if (field.control === "list") {
    const items = (Array.isArray(field.value) ? field.value : []) as JsonArray;
    return (
      <button
        type="button"
        class="small"
        aria-label={`Add an item to ${field.printed}`}
        onClick={() => context.set(field.path, [...items, initial])}
      >
        + Add item
      </button>
    );
  }
  const add = () => {
    context.set([...field.path, key], initial);
    setKey("");
  };
  return (
    <span class="add-key">
      <input
        type="text"
        aria-label={`New key of ${field.printed}`}
        placeholder="key"
        value={key}
        onInput={(event) => setKey(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && key !== "" && add()}
      />
      <button type="button" class="small" disabled={key === ""} onClick={add}>
        + Add key
      </button>
    </span>
  );
}
