import {
  compileFieldSelector,
  compileLabelSelector,
  type FieldSelector,
  type LabelRequirement,
  type LabelSelector,
  quoteGo,
  requiredFieldValue,
  statusBadRequest,
} from "@kiln/api";
import {
  apiVersionOf,
  CONVERTED_STAMP,
  findMetadata,
  type Head,
  type HeadTerm,
  headOf,
  type Resource,
  readHeadText,
  readLiveObject,
  storeKey,
} from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import type { ListOptions } from "./list-options.ts";

/** Objects of a resource that a list or watch selects. */
export interface Selection {
  /** True without selectors: every object under the prefix matches. */
  readonly isEverything: boolean;
  /** Whether a selector uses fields that {@link matches} may have to decode from the object. */
  readonly readsObjects: boolean;
  /** Key of the only object that can match, if the selectors determine one. */
  readonly onlyKey?: string;
  /** Prefix of the keys to read. */
  readonly prefix: string;
  /** Requirement of one value, whose label or field index finds all objects that can match. */
  readonly term: HeadTerm | undefined;
  /** Matches by key and cached metadata; decodes the object only if the metadata is older than the schema. */
  matches(entry: Entry): boolean;
  /** Matches like {@link matches}, with metadata that is decoded only if needed and shared with other callers. */
  matchesHead(key: string, head: () => Head): boolean;
}

/** Selection of a list or watch; throws 400 for a field that is not selectable. */
export function createSelection(
  resource: Resource,
  namespace: string,
  { labels, fields }: Pick<ListOptions, "labels" | "fields">,
): Selection {
  for (const { field } of fields) {
    checkField(resource, field);
  }
  const inNamespace = namespace || namespaceOf(resource, fields);
  const name = requiredFieldValue(fields, "metadata.name");
  const onlyKey = isOneKey(resource, inNamespace, name) ? storeKey(resource, inNamespace, name) : undefined;
  return {
    isEverything: labels.length === 0 && fields.length === 0,
    readsObjects: fields.some(({ field }) => !isKeyField(field)),
    ...(onlyKey === undefined ? {} : { onlyKey }),
    prefix: listPrefix(resource, inNamespace),
    term: findTerm(labels, fields),
    ...createMatchers(resource, labels, fields),
  };
}

/**
 * Requirement to look up by index. Fields come first: a field such as spec.nodeName has more values than most labels.
 */
function findTerm(labels: LabelSelector, fields: FieldSelector): HeadTerm | undefined {
  const field = fields.find((term) => term.operator === "=" && !isKeyField(term.field));
  if (field !== undefined) {
    return { of: "fields", name: field.field, value: field.value };
  }
  const label = labels.find(({ operator, values }) => ONE_VALUE.has(operator) && values.length === 1);
  return label && { of: "labels", name: label.key, value: label.values[0] as string };
}

const ONE_VALUE: ReadonlySet<string> = new Set(["=", "==", "in"]);

/** Metadata with up-to-date values of all selectable fields. */
export function readSelectableHead(resource: Resource, entry: Entry): Head {
  const needsFields = resource.selectable.fields.length > 0;
  return readHead(resource, entry, { text: readHeadText(entry.value), needsFields });
}

/** Prefix of the keys of a list or watch. */
function listPrefix(resource: Resource, namespace: string): string {
  return resource.isNamespaced && namespace !== ""
    ? `${resource.storage.prefix}${namespace}/`
    : resource.storage.prefix;
}

function namespaceOf(resource: Resource, fields: FieldSelector): string {
  const namespace = requiredFieldValue(fields, "metadata.namespace") ?? "";
  return resource.isNamespaced && !namespace.includes("/") ? namespace : "";
}

function isOneKey(resource: Resource, namespace: string, name: string | undefined): name is string {
  return name !== undefined && name !== "" && !name.includes("/") && (!resource.isNamespaced || namespace !== "");
}

function createMatchers(
  resource: Resource,
  labels: LabelSelector,
  fields: FieldSelector,
): Pick<Selection, "matches" | "matchesHead"> {
  const ofKey = fields.filter(({ field }) => isKeyField(field));
  const ofHead = fields.filter(({ field }) => !isKeyField(field));
  const needsFields = ofHead.length > 0;
  const needsHead = labels.length > 0 || needsFields;
  const needed = labels.slice(0, MAX_NEEDED).flatMap(neededText);
  const matchesKeyFields = compileFieldSelector(ofKey);
  const matchesHeadFields = compileFieldSelector(ofHead);
  const matchesLabels = compileLabelSelector(labels);
  const matchesKey = (key: string) => ofKey.length === 0 || matchesKeyFields((field) => keyField(resource, key, field));
  const isMeant = (head: Head) =>
    matchesLabels(head.labels) && (!needsFields || matchesHeadFields((field) => headField(head.fields, field)));
  return {
    matches(entry) {
      if (!matchesKey(entry.key)) {
        return false;
      }
      if (!needsHead) {
        return true;
      }
      const text = readHeadText(entry.value);
      if (text !== undefined && !needed.every((part) => text.includes(part))) {
        return false;
      }
      return isMeant(readHead(resource, entry, { text, needsFields }));
    },
    matchesHead: (key, head) => matchesKey(key) && (!needsHead || isMeant(head())),
  };
}

/** Maximum number of searched texts; more would cost as much as parsing the metadata. */
const MAX_NEEDED = 8;

/**
 * Text that matching metadata must contain: searching it excludes most objects at a fifth of the cost of parsing their
 * metadata.
 */
function neededText({ key, operator, values }: LabelRequirement): string[] {
  switch (operator) {
    case "=":
    case "==":
      return [`${JSON.stringify(key)}:${JSON.stringify(values[0])}`];
    case "in":
    case "exists":
      return [`${JSON.stringify(key)}:`];
    default:
      return [];
  }
}

function isKeyField(field: string): boolean {
  return field === "metadata.name" || field === "metadata.namespace";
}

function keyField(resource: Resource, key: string, field: string): string {
  const slash = key.lastIndexOf("/");
  if (field === "metadata.name") {
    return key.slice(slash + 1);
  }
  return resource.isNamespaced ? key.slice(resource.storage.prefix.length, slash) : "";
}

/** Cached metadata, if its selectable fields are valid: it was written in this version, under this schema and CRD. */
function readHead(
  resource: Resource,
  entry: Entry,
  { text, needsFields }: { readonly text: string | undefined; readonly needsFields: boolean },
): Head {
  const head = text === undefined ? undefined : (JSON.parse(text) as Head);
  return head !== undefined && (!needsFields || hasFields(resource, entry.value, head.fields))
    ? head
    : headOf(resource, readLiveObject(resource, entry).object);
}

function hasFields(resource: Resource, value: Uint8Array, fields: Readonly<Record<string, string>> = {}): boolean {
  const isOwn =
    apiVersionOf(resource) === resource.storage.apiVersion && findMetadata(value, resource.storage.stamp()) >= 0;
  return (
    (isOwn || findMetadata(value, CONVERTED_STAMP) >= 0) &&
    resource.selectable.fields.every((path) => Object.hasOwn(fields, path))
  );
}

/** Value of a selectable field. CRDs write its path with a leading dot; selectors and built-in kinds do not. */
export function headField(fields: Readonly<Record<string, string>> = {}, field: string): string | undefined {
  const path = Object.hasOwn(fields, field) ? field : `.${field}`;
  return Object.hasOwn(fields, path) ? fields[path] : undefined;
}

function checkField(resource: Resource, field: string): void {
  const { dialect, isNamespaced, selectable } = resource;
  const isDefault = dialect.reading.hasDefaultFieldSelector && selectable.fields.length === 0;
  if (field === "metadata.name" || (field === "metadata.namespace" && (isNamespaced || isDefault))) {
    return;
  }
  if (selectable.fields.includes(dialect.reading.selectablePath(field))) {
    return;
  }
  throw statusBadRequest(
    isDefault
      ? `${quoteGo(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
      : (selectable.refuse?.(field) ?? `field label not supported: ${field}`),
  );
}
