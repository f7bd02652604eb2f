import { FIELD_IMMUTABLE, type FieldError, forbidden, invalid, required, tooLong } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import { compareGoStrings, quoteGo } from "../go/go-print.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { parseTime } from "../time/time.ts";
import { appendAll } from "../value/append-all.ts";
import { deepEqual, type JsonValue } from "../value/json-value.ts";
import { asInteger, asObjects, asText, asTextEntries, asTexts } from "../value/read-json.ts";
import { type NameRule, nameIsDns1123Label } from "./name-rule.ts";
import { checkAnnotationKey, checkFieldManagerCharacters, checkLabelKey, checkLabelValue } from "./names.ts";
import type { ManagedFieldsEntry, ObjectMeta, StringMap } from "./object.ts";
import { validateOwnerReferences } from "./owner-references.ts";

const MAX_ANNOTATION_BYTES = 256 * 1024;
const MAX_MANAGER_BYTES = 128;
/** Matches most valid managers: printable and short; others need the full check. */
const PLAIN_MANAGER = /^[ -~]{0,128}$/;
const MAX_SUBRESOURCE_BYTES = 256;

export interface ObjectMetaRules {
  /** True if the object must have a namespace; false if it must not have one. */
  readonly requiresNamespace: boolean;
  readonly nameRule: NameRule;
  readonly path: FieldPath;
}

/** Validates the metadata of a new object, whose name is generated already. */
export function validateObjectMeta(meta: Readonly<ObjectMeta>, rules: ObjectMetaRules): FieldError[] {
  const { path } = rules;
  return [
    ...validateName(meta, rules),
    ...validateNamespace(meta, rules),
    ...validateGeneration(meta, path),
    ...validateLabels(meta.labels, path.child("labels")),
    ...validateAnnotations(meta.annotations, path.child("annotations")),
    ...validateOwnerReferences(meta.ownerReferences, path.child("ownerReferences")),
    ...validateFinalizers(meta.finalizers, path.child("finalizers")),
    ...validateManagedFields(meta.managedFields, path.child("managedFields")),
  ];
}

/**
 * Validates metadata against the stored object. Kubernetes: names of finalizers are not validated again
 * (api/validation/objectmeta.go ValidateObjectMetaAccessorUpdate, v1.36).
 */
export function validateObjectMetaUpdate(
  meta: Readonly<ObjectMeta>,
  old: Readonly<ObjectMeta>,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateMetaChange(meta, old, path),
    ...validateLabels(meta.labels, path.child("labels")),
    ...validateAnnotations(meta.annotations, path.child("annotations")),
    ...validateOwnerReferences(meta.ownerReferences, path.child("ownerReferences")),
    ...validateManagedFields(meta.managedFields, path.child("managedFields")),
  ];
}

/** Errors of {@link validateObjectMetaUpdate} for metadata that passed {@link validateObjectMeta}. */
export function validateMetaChange(
  meta: Readonly<ObjectMeta>,
  old: Readonly<ObjectMeta>,
  path: FieldPath,
): FieldError[] {
  return [
    ...(old.deletionTimestamp ? validateNoNewFinalizers(meta, old, path.child("finalizers")) : []),
    ...(meta.resourceVersion ? [] : [invalid(path.child("resourceVersion"), "", "must be specified for an update")]),
    ...validateGeneration(meta, path),
    ...(asInteger(meta.generation) < asInteger(old.generation)
      ? [invalid(path.child("generation"), asInteger(meta.generation), "must not be decremented")]
      : []),
    ...validateImmutable(meta, old, path),
  ];
}

function validateName(meta: Readonly<ObjectMeta>, { nameRule, path }: ObjectMetaRules): FieldError[] {
  const name = asText(meta.name);
  const generateName = asText(meta.generateName);
  const prefixFaults = generateName === "" ? [] : nameRule(generateName, "prefix");
  const errors = prefixFaults.map((fault) => invalid(path.child("generateName"), generateName, fault));
  if (name === "") {
    return [...errors, required(path.child("name"), "name or generateName is required")];
  }
  return [...errors, ...nameRule(name, "name").map((fault) => invalid(path.child("name"), name, fault))];
}

function validateNamespace(meta: Readonly<ObjectMeta>, { requiresNamespace, path }: ObjectMetaRules): FieldError[] {
  const namespace = asText(meta.namespace);
  const where = path.child("namespace");
  if (!requiresNamespace) {
    return namespace === "" ? [] : [forbidden(where, "not allowed on this type")];
  }
  return namespace === ""
    ? [required(where, "")]
    : nameIsDns1123Label(namespace, "name").map((fault) => invalid(where, namespace, fault));
}

function validateGeneration(meta: Readonly<ObjectMeta>, path: FieldPath): FieldError[] {
  const generation = asInteger(meta.generation);
  return generation < 0 ? [invalid(path.child("generation"), generation, "must be greater than or equal to 0")] : [];
}

const FIELD_IMMUTABLE_FIELDS: readonly {
  readonly name: string;
  /** Value that an absent field is equal to, and that errors print. */
  readonly absent: JsonValue;
  readonly isTime?: true;
}[] = [
  { name: "name", absent: "" },
  { name: "namespace", absent: "" },
  { name: "uid", absent: "" },
  { name: "creationTimestamp", absent: null, isTime: true },
  { name: "deletionTimestamp", absent: null, isTime: true },
  { name: "deletionGracePeriodSeconds", absent: null },
];

function validateImmutable(meta: Readonly<ObjectMeta>, old: Readonly<ObjectMeta>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const { name, absent, isTime } of FIELD_IMMUTABLE_FIELDS) {
    const now = meta[name] ?? absent;
    const before = old[name] ?? absent;
    if (!(deepEqual(now, before) || (isTime && isSameTime(now, before)))) {
      errors.push(invalid(path.child(name), now, FIELD_IMMUTABLE));
    }
  }
  return errors;
}

function isSameTime(a: JsonValue, b: JsonValue): boolean {
  if (typeof a !== "string" || typeof b !== "string") {
    return false;
  }
  const time = parseTime(a).value;
  return time !== undefined && time.getTime() === parseTime(b).value?.getTime();
}

/**
 * Validates keys and values of labels. Kubernetes: the error names the map as the field, never the entry
 * (meta/v1/validation/validation.go ValidateLabels, v1.36).
 */
export function validateLabels(labels: Readonly<StringMap> | null | undefined, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of asTextEntries(labels ?? null)) {
    for (const fault of checkLabelKey(key)) {
      errors.push(invalid(path, key, fault));
    }
    for (const fault of checkLabelValue(value)) {
      errors.push(invalid(path, value, fault));
    }
  }
  return errors;
}

/** Validates annotations: the keys, and the total size of keys and values, at most 256 KiB. */
export function validateAnnotations(
  annotations: Readonly<StringMap> | null | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of asTextEntries(annotations ?? null)) {
    bytes += utf8Length(key) + utf8Length(value);
    for (const fault of checkAnnotationKey(key)) {
      errors.push(invalid(path, key, fault));
    }
  }
  return bytes > MAX_ANNOTATION_BYTES ? [...errors, tooLong(path, MAX_ANNOTATION_BYTES)] : errors;
}

export function validateFinalizers(finalizers: ObjectMeta["finalizers"], path: FieldPath): FieldError[] {
  const list = asTexts(finalizers);
  const errors = list.flatMap((finalizer) => checkLabelKey(finalizer).map((fault) => invalid(path, finalizer, fault)));
  if (list.includes("orphan") && list.includes("foregroundDeletion")) {
    errors.push(invalid(path, list, "finalizer orphan and foregroundDeletion cannot be both set"));
  }
  return errors;
}

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/** Validates finalizers of built-in kinds further, after {@link validateFinalizers}. */
export function validateStandardFinalizers(finalizers: ObjectMeta["finalizers"], path: FieldPath): FieldError[] {
  return asTexts(finalizers).flatMap((finalizer, i) =>
    finalizer.includes("/") || STANDARD_FINALIZERS.has(finalizer)
      ? []
      : [invalid(path.index(i), finalizer, "name is neither a standard finalizer name nor is it fully qualified")],
  );
}

function validateNoNewFinalizers(meta: Readonly<ObjectMeta>, old: Readonly<ObjectMeta>, path: FieldPath): FieldError[] {
  const before = new Set(asTexts(old.finalizers));
  const added = [...new Set(asTexts(meta.finalizers))].filter((finalizer) => !before.has(finalizer));
  if (added.length === 0) {
    return [];
  }
  // Kubernetes: prints the list as Go source (api/validation/objectmeta.go ValidateNoNewFinalizers, v1.36).
  const list = `[]string{${added.sort(compareGoStrings).map(quoteGo).join(", ")}}`;
  return [
    forbidden(path, `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`),
  ];
}

export function validateManagedFields(entries: ObjectMeta["managedFields"], path: FieldPath): FieldError[] {
  return asObjects(entries).flatMap((entry, i) => validateManagedFieldsEntry(entry, path.index(i)));
}

function validateManagedFieldsEntry(entry: Readonly<ManagedFieldsEntry>, path: FieldPath): FieldError[] {
  const operation = asText(entry.operation);
  const fieldsType = asText(entry.fieldsType);
  const subresource = asText(entry.subresource);
  const errors: FieldError[] = [];
  if (operation !== "Apply" && operation !== "Update") {
    errors.push(invalid(path.child("operation"), operation, "must be `Apply` or `Update`"));
  }
  if (fieldsType !== "" && fieldsType !== "FieldsV1") {
    errors.push(invalid(path.child("fieldsType"), fieldsType, "must be `FieldsV1`"));
  }
  const manager = asText(entry.manager);
  if (!PLAIN_MANAGER.test(manager)) {
    appendAll(errors, validateFieldManager(manager, path.child("manager")));
  }
  if (subresource !== "" && utf8Length(subresource) > MAX_SUBRESOURCE_BYTES) {
    errors.push(tooLong(path.child("subresource"), MAX_SUBRESOURCE_BYTES));
  }
  return errors;
}

/** Validates a field manager in managedFields or in the options of a write. */
export function validateFieldManager(manager: string, path: FieldPath): FieldError[] {
  const errors = utf8Length(manager) > MAX_MANAGER_BYTES ? [tooLong(path, MAX_MANAGER_BYTES)] : [];
  return [...errors, ...checkFieldManagerCharacters(manager).map((fault) => invalid(path, manager, fault))];
}
