import { printFieldErrorBody } from "@kiln/api";
import { describeSchema } from "@kiln/page";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { childFields, type FormField, initialValue, isShownFirst } from "../schema/form-field.ts";
import { ChoiceField } from "./choice-field.tsx";
import { FieldInput } from "./field-input.tsx";
import type { FormContext } from "./form-tab.tsx";
import { ListField } from "./list-field.tsx";
import { LockReason } from "./lock-reason.tsx";

interface FormFieldsProps {
  readonly context: FormContext;
  readonly fields: readonly FormField[];
  readonly depth: number;
}

/** Fields that are set or required; a button shows the other fields. */
export function FormFields({ context, fields, depth }: FormFieldsProps): VNode {
  const [isOpen, setIsOpen] = useState(false);
  const first = fields.filter(
    (field) => isShownFirst(field) || field.default !== undefined || field.lock !== undefined,
  );
  const rest = fields.filter((field) => !first.includes(field));
  const shown = isOpen || first.length === 0 ? [...first, ...rest] : first;
  return (
    <div class="fields">
      {shown.map((field) => (
        <FieldRow key={field.printed} context={context} field={field} depth={depth} />
      ))}
      {rest.length > 0 && first.length > 0 && (
        <button type="button" class="quiet more" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Hide fields that are not set" : `${rest.length} more ${rest.length === 1 ? "field" : "fields"}`}
        </button>
      )}
    </div>
  );
}

export interface FieldRowProps {
  readonly context: FormContext;
  readonly field: FormField;
  readonly depth: number;
}

const CONTAINERS = ["object", "map", "list"];

/** A field with its name, description, errors, and the reason why it is locked. */
export function FieldRow({ context, field, depth }: FieldRowProps): VNode {
  const { printed, lock, value, control } = field;
  const isContainer = CONTAINERS.includes(control);
  const errors = context.errors.filter(({ field: path }) => path === printed);
  const id = `field-${printed}`;
  return (
    <fieldset
      class={`field${isContainer ? " is-container" : ""}${lock === undefined ? "" : " is-locked"}`}
      data-field={printed}
      aria-label={printed}
    >
      <FieldHead context={context} field={field} id={id} />
      {lock !== undefined && <LockReason id={`${id}-lock`} text={lock.reason} />}
      {!isContainer && (value !== undefined || field.isRequired || field.default !== undefined) && (
        <FieldInput context={context} field={field} id={id} />
      )}
      {errors.map((error) => (
        <p key={error.detail} class="field-error" role="alert">
          ✕ {printFieldErrorBody(error)}
        </p>
      ))}
      {isContainer && value !== undefined && <Container context={context} field={field} depth={depth} />}
    </fieldset>
  );
}

/** Facts that the form shows in another way. */
const SAID_OTHERWISE = /^(default |unions|rule |immutable|add-only|remove-only|keys: |patch-|one of )/;

function FieldHead({ context, field, id }: { context: FormContext; field: FormField; id: string }): VNode {
  const { name, value, lock, isRequired, control } = field;
  const facts = describeSchema(field.schema).filter(({ text }) => !SAID_OTHERWISE.test(text));
  const isSettable = value === undefined && lock === undefined && !isRequired && field.default === undefined;
  const isRemovable =
    value !== undefined &&
    field.printed !== "metadata" &&
    field.isKept !== true &&
    (lock === undefined || lock.mayRemove);
  return (
    <div class="field-head">
      <label for={id} title={field.description}>
        {name}
      </label>
      {isRequired && <span class="badge plain">required</span>}
      {field.default !== undefined && (
        <span class={`badge ${value === undefined ? "note" : "plain"}`}>
          {value === undefined ? "default" : "default:"} {value === undefined ? "" : JSON.stringify(field.default)}
        </span>
      )}
      {control !== "object" &&
        facts.slice(0, 3).map(({ text }) => (
          <span key={text} class="fact">
            {text}
          </span>
        ))}
      <span class="spring" />
      {isSettable && (
        <button
          type="button"
          class="quiet small"
          aria-label={`Set ${field.printed}`}
          onClick={() => context.set(field.path, initialValue(field))}
        >
          Set
        </button>
      )}
      {isRemovable && (
        <button
          type="button"
          class="quiet small"
          aria-label={`Remove ${field.printed}`}
          onClick={() => context.set(field.path, undefined)}
        >
          Remove
        </button>
      )}
    </div>
  );
}

function Container({ context, field, depth }: FieldRowProps): VNode {
  const children = childFields(context.form, field);
  if (field.control === "list" || field.control === "map") {
    return <ListField context={context} field={field} depth={depth} entries={children} row={FieldRow} />;
  }
  const inChoices = field.choices.flatMap(({ members, discriminator }) => [...members, discriminator]);
  return (
    <div class="nested">
      {field.choices.map((choice) => (
        <ChoiceField
          key={choice.members.join()}
          context={context}
          field={field}
          choice={choice}
          members={children}
          depth={depth}
          row={FieldRow}
        />
      ))}
      <FormFields
        context={context}
        fields={children.filter(({ name }) => !inChoices.includes(name))}
        depth={depth + 1}
      />
    </div>
  );
}
