import type { FieldError, JsonObject, JsonValue } from "@kiln/api";
import type { VNode } from "preact";
import type { Draft } from "../app/use-draft.ts";
import { type ValuePath, withValue } from "../schema/edit-value.ts";
import { type FormObject, rootFields } from "../schema/form-field.ts";
import { FormFields } from "./form-fields.tsx";
import type { Verdict } from "./use-verdict.ts";

/** State that the fields of a form share. */
export interface FormContext {
  readonly form: FormObject;
  readonly errors: readonly FieldError[];
  readonly set: (path: ValuePath, value: JsonValue | undefined) => void;
}

/** Tab with the object as a form that is created from its schema. */
export function FormTab({ draft, verdict }: { readonly draft: Draft; readonly verdict: Verdict }): VNode {
  const { schema } = verdict;
  if (draft.syntaxError !== undefined) {
    return <p class="notice bad">The text cannot be read, so there is no form: {draft.syntaxError}</p>;
  }
  if (schema === undefined) {
    return <p class="notice">The cluster publishes no schema of this kind, so there is no form.</p>;
  }
  const stored: JsonObject | undefined = draft.base;
  const context: FormContext = {
    form: { source: schema, value: draft.object, stored },
    errors: verdict.errors,
    set: (path, value) => draft.setObject(withValue(draft.object, path, value)),
  };
  const fields = rootFields(context.form);
  return (
    <form class="form" aria-label="Form of the object" onSubmit={(event) => event.preventDefault()}>
      <FormFields context={context} fields={fields} depth={0} />
    </form>
  );
}
