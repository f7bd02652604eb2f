import { type JsonValue, printYaml } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type FormField, parseTyped } from "../schema/form-field.ts";
import type { FormContext } from "./form-tab.tsx";

interface FieldInputProps {
  readonly context: FormContext;
  readonly field: FormField;
  readonly id: string;
}

/** Input of one value. A default is shown as a placeholder and not sent. */
export function FieldInput(props: FieldInputProps): VNode {
  const { context, field, id } = props;
  const { value, lock, control, path } = field;
  const shown = value ?? field.default;
  const common = {
    id,
    disabled: lock !== undefined,
    "aria-label": field.printed,
    "aria-describedby": lock === undefined ? undefined : `${id}-lock`,
    class: value === undefined ? "is-default" : "",
  };
  if (control === "switch") {
    return (
      <select
        {...common}
        value={shown === undefined ? "" : String(shown)}
        onChange={(event) => context.set(path, event.currentTarget.value === "true")}
      >
        {shown === undefined && <option value="" />}
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  if (control === "options") {
    const known =
      typeof shown !== "string" || field.options.includes(shown) ? field.options : [shown, ...field.options];
    return (
      <select
        {...common}
        value={String(shown ?? "")}
        onChange={(event) => context.set(path, event.currentTarget.value)}
      >
        {shown === undefined && <option value="" />}
        {known.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  return control === "yaml" ? <YamlInput {...props} /> : <TextInput {...props} common={common} />;
}

/** Length from which a text gets an input of several lines. */
const LONG_TEXT = 80;

function TextInput({ context, field, common }: FieldInputProps & { readonly common: JSXProps }): VNode {
  const { value, control, path } = field;
  const text = value === undefined ? "" : print(value);
  const change = (typed: string) => {
    const parsed = parseTyped(field, typed);
    // Incomplete input, such as a lone minus, does not change the object.
    if (parsed !== undefined) {
      context.set(path, parsed);
    }
  };
  const placeholder = field.default === undefined ? "" : print(field.default);
  if (control === "text" && (text.length > LONG_TEXT || text.includes("\n"))) {
    const rows = Math.min(12, text.split("\n").length + 1);
    return <textarea {...common} value={text} rows={rows} onInput={(event) => change(event.currentTarget.value)} />;
  }
  return (
    <input
      {...common}
      type="text"
      inputMode={control === "number" ? "decimal" : "text"}
      value={text}
      placeholder={placeholder}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

type JSXProps = Readonly<Record<string, string | boolean | undefined>>;

function print(value: JsonValue): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Input for a value without a schema, as YAML. */
function YamlInput({ context, field, id }: FieldInputProps): VNode {
  const printed = field.value === undefined ? "" : printYaml(field.value).trimEnd();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [error, setError] = useState("");
  const change = (text: string) => {
    setTyped(text);
    try {
      context.set(field.path, parseYaml(text).value);
      setError("");
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const text = typed ?? printed;
  return (
    <>
      <textarea
        id={id}
        class="code"
        aria-label={`${field.printed}, as YAML`}
        disabled={field.lock !== undefined}
        value={text}
        rows={Math.min(16, text.split("\n").length + 1)}
        onInput={(event) => change(event.currentTarget.value)}
        onBlur={() => error === "" && setTyped(undefined)}
      />
      {error !== "" && (
        <p class="field-error" role="alert">
          ✕ {error}
        </p>
      )}
    </>
  );
}
