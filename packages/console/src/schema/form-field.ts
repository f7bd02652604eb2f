import { asTexts, getOwn, isJsonObject, type JsonObject, type JsonValue, objectAt, textAt } from "@kiln/api";
import { resolveSchema, type SchemaSource } from "@kiln/schema";
import { printValuePath, type ValuePath, valueAt } from "./edit-value.ts";
import { type Choice, findChoices } from "./find-choices.ts";
import { type FieldLock, findKeyRules, findLock, type KeyRules } from "./find-lock.ts";

export type FieldControl = "text" | "number" | "switch" | "options" | "object" | "map" | "list" | "yaml";

/** A field of a form: its value, and the changes that it allows. Child fields are created when they are shown. */
export interface FormField {
  readonly path: ValuePath;
  /** Path of the field as text, such as `spec.users[0].name`. */
  readonly printed: string;
  readonly name: string;
  readonly control: FieldControl;
  readonly schema: JsonObject;
  readonly description: string;
  /** Value of the field; undefined if the object does not have it. */
  readonly value: JsonValue | undefined;
  /** Default that the server sets if the field is left out. */
  readonly default: JsonValue | undefined;
  readonly isRequired: boolean;
  readonly options: readonly string[];
  readonly lock: FieldLock | undefined;
  /** Whether the field is an entry that its list or map does not allow to remove. */
  readonly isKept?: boolean;
  readonly keys: KeyRules;
  readonly choices: readonly Choice[];
}

/** Object of a form. `stored` is undefined for a new object. */
export interface FormObject {
  readonly source: SchemaSource;
  readonly value: JsonObject;
  readonly stored: JsonObject | undefined;
}

/** Root fields that the form leaves out: the server sets them, or the page shows them elsewhere. */
const HIDDEN_AT_ROOT = ["apiVersion", "kind", "status"];
const EDITABLE_METADATA = ["labels", "annotations", "finalizers"];
const NAMING_METADATA = ["name", "generateName", "namespace"];

/** Fields at the root of an object. */
export function rootFields(form: FormObject): readonly FormField[] {
  const schema = resolveSchema(form.source, form.source.root);
  const root = { path: [], schema, lock: undefined };
  return childFields(form, root).filter(({ name }) => !HIDDEN_AT_ROOT.includes(name));
}

/** Properties of an object, entries of a map, or items of a list. Fields that are set or required come first. */
export function childFields(
  form: FormObject,
  parent: Pick<FormField, "path" | "schema" | "lock">,
): readonly FormField[] {
  const value = valueAt(form.value, parent.path);
  if (Array.isArray(value)) {
    const items = getOwn(parent.schema, "items");
    return isJsonObject(items) ? value.map((_, index) => toField(form, parent, { name: index, schema: items })) : [];
  }
  const properties = propertiesOf(form, parent);
  const entries = getOwn(parent.schema, "additionalProperties");
  const keys = isJsonObject(entries) && isJsonObject(value) ? Object.keys(value) : [];
  const fields = [
    ...properties.map(([name, schema]) => toField(form, parent, { name, schema })),
    ...keys
      .filter((key) => !properties.some(([name]) => name === key))
      .map((key) => toField(form, parent, { name: key, schema: entries as JsonObject })),
  ];
  return [...fields.filter(isShownFirst), ...fields.filter((field) => !isShownFirst(field))];
}

export function isShownFirst({ value, isRequired }: FormField): boolean {
  return value !== undefined || isRequired;
}

function propertiesOf(form: FormObject, { path, schema }: Pick<FormField, "path" | "schema">): [string, JsonObject][] {
  const all = Object.entries(objectAt(schema, "properties")).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
  if (path.length !== 1 || path[0] !== "metadata") {
    return all;
  }
  const shown = form.stored === undefined ? [...NAMING_METADATA, ...EDITABLE_METADATA] : EDITABLE_METADATA;
  return all.filter(([name]) => shown.includes(name));
}

function toField(
  form: FormObject,
  parent: Pick<FormField, "path" | "schema" | "lock">,
  { name, schema: given }: { readonly name: string | number; readonly schema: JsonObject },
): FormField {
  const schema = resolveSchema(form.source, given);
  const path = [...parent.path, name];
  const stored = form.stored === undefined ? undefined : valueAt(form.stored, path);
  const isStored = form.stored !== undefined;
  const own = isStored ? findLock({ schema, parent: parent.schema, name, stored }) : undefined;
  return {
    path,
    printed: printValuePath(path),
    name: String(name),
    control: controlOf(schema),
    schema,
    description: textAt(given, "description") || textAt(schema, "description"),
    value: valueAt(form.value, path),
    default: defaultOf(given, schema),
    isRequired: asTexts(getOwn(parent.schema, "required")).includes(String(name)),
    options: asTexts(getOwn(schema, "enum")),
    lock: parent.lock === undefined ? own : { reason: parent.lock.reason, mayRemove: false },
    keys: findKeyRules(schema, isStored && stored !== undefined),
    choices: findChoices(schema),
  };
}

/** Default of a field. The defaults `{}` and `""` are left out: Kubernetes publishes them for Go's zero values. */
function defaultOf(given: JsonObject, schema: JsonObject): JsonValue | undefined {
  const found = getOwn(given, "default") ?? getOwn(schema, "default");
  const isEmpty = found === "" || (isJsonObject(found) && Object.keys(found).length === 0);
  return isEmpty ? undefined : found;
}

function controlOf(schema: JsonObject): FieldControl {
  const type = getOwn(schema, "type");
  if (Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === "string")) {
    return "options";
  }
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "switch";
    case "array":
      return isJsonObject(getOwn(schema, "items")) ? "list" : "yaml";
    case "object":
      return controlOfObject(schema);
    default:
      return isIntOrString(schema) ? "text" : "yaml";
  }
}

function controlOfObject(schema: JsonObject): FieldControl {
  if (Object.keys(objectAt(schema, "properties")).length > 0) {
    return "object";
  }
  return isJsonObject(getOwn(schema, "additionalProperties")) ? "map" : "yaml";
}

function isIntOrString(schema: JsonObject): boolean {
  return schema.format === "int-or-string" || schema["x-kubernetes-int-or-string"] === true;
}

/** Control and default of a field. */
export function toControl(schema: JsonObject): Pick<FormField, "control" | "default" | "options"> {
  return { control: controlOf(schema), default: defaultOf(schema, schema), options: asTexts(getOwn(schema, "enum")) };
}

/** First value of an added field: the default, or the simplest valid value. */
export function initialValue({
  control,
  default: given,
  options,
}: Pick<FormField, "control" | "default" | "options">): JsonValue {
  if (given !== undefined) {
    return given;
  }
  const empty: Readonly<Record<FieldControl, JsonValue>> = {
    text: "",
    number: 0,
    switch: false,
    options: options[0] ?? "",
    object: {},
    map: {},
    list: [],
    yaml: {},
  };
  return empty[control];
}

/** Value of the text that the user typed; undefined if it is not valid for the type. */
export function parseTyped(
  { control, schema }: Pick<FormField, "control" | "schema">,
  text: string,
): JsonValue | undefined {
  if (control === "number") {
    return text.trim() === "" || Number.isNaN(Number(text)) ? undefined : toNumber(text);
  }
  return control === "text" && isIntOrString(schema) && /^-?\d+$/.test(text) ? toNumber(text) : text;
}

/** Number of a text. Integers beyond 2^53 stay exact. */
function toNumber(text: string): JsonValue {
  return /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(Number(text)) ? BigInt(text.trim()) : Number(text);
}
