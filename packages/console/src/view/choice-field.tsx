import { isJsonObject, type JsonObject, printYaml } from "@kiln/api";
import type { ComponentType, VNode } from "preact";
import { useId } from "preact/hooks";
import { valueAt } from "../schema/edit-value.ts";
import { type Choice, chooseOption, chosenOption, type Option } from "../schema/find-choices.ts";
import { type FormField, initialValue } from "../schema/form-field.ts";
import type { FieldRowProps } from "./form-fields.tsx";
import type { FormContext } from "./form-tab.tsx";

interface ChoiceFieldProps {
  readonly context: FormContext;
  /** Object whose fields are the members of the union. */
  readonly field: FormField;
  readonly choice: Choice;
  readonly members: readonly FormField[];
  readonly depth: number;
  readonly row: ComponentType<FieldRowProps>;
}

/** A union as a choice: shows one member, and the fields that the server clears by that choice. */
export function ChoiceField({ context, field, choice, members, depth, row: Row }: ChoiceFieldProps): VNode {
  const group = useId();
  const value = isJsonObject(field.value) ? field.value : {};
  const chosen = chosenOption(choice, value);
  const isLocked = field.lock !== undefined;
  const choose = (option: Option | undefined) => {
    const member = members.find(({ name }) => name === option?.member);
    const stored = storedMember(context, field, option);
    const initial = stored ?? (member === undefined ? {} : initialValue(member));
    context.set(field.path, chooseOption(choice, value, { option, initial }).value);
  };
  const shown = members.find(({ name }) => name === chosen?.member);
  return (
    <fieldset class="choice" disabled={isLocked} aria-label={`${field.printed}: one of ${choice.members.join(", ")}`}>
      <legend>
        {choice.discriminator === undefined ? "One of" : choice.discriminator}
        <span class="fact">{choice.isUnion ? "union: the server keeps one" : "exactly one"}</span>
      </legend>
      <div class="options">
        {[...choice.options, undefined].map((option) => (
          <label key={option?.label ?? ""} class={option === chosen ? "is-chosen" : ""}>
            <input type="radio" name={group} checked={option === chosen} onChange={() => choose(option)} />
            {option?.label ?? "none"}
          </label>
        ))}
      </div>
      <Cleared context={context} field={field} choice={choice} value={value} />
      {shown !== undefined && <Row context={context} field={shown} depth={depth + 1} />}
    </fieldset>
  );
}

function storedMember({ form }: FormContext, field: FormField, option: Option | undefined) {
  return option?.member === undefined ? undefined : valueAt(form.stored, [...field.path, option.member]);
}

/** Members that are stored but no longer in the draft. */
function Cleared({
  context: { form },
  field,
  choice,
  value,
}: Omit<ChoiceFieldProps, "members" | "depth" | "row"> & { value: JsonObject }): VNode | null {
  const before = valueAt(form.stored, field.path);
  const lost = choice.members.flatMap((member) => {
    const stored = isJsonObject(before) ? before[member] : undefined;
    return stored === undefined || Object.hasOwn(value, member) ? [] : [{ member, text: printYaml(stored).trimEnd() }];
  });
  if (lost.length === 0) {
    return null;
  }
  return (
    <div class="cleared" role="status">
      <strong>Will be cleared</strong>
      {lost.map(({ member, text }) => (
        <pre key={member}>
          <del>
            {member}: {text}
          </del>
        </pre>
      ))}
    </div>
  );
}
