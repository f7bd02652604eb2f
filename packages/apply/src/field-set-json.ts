import { compareGoStrings, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { REST } from "./converting.ts";
import { emptySet, type FieldSet, type FieldSetDraft, member, unionNodes } from "./field-set.ts";
import { formatElement, parseElement, sortElements } from "./path-element.ts";
import { countFields, SLICE_NODES, type Slices } from "./slices.ts";

const SELF = ".";

const PLAIN_VALUE = '(?:"[\\w ./:-]*"|0|-?[1-9]\\d{0,14})';
const PLAIN_ELEMENT = new RegExp(`^(?:v:${PLAIN_VALUE}$|k:\\{"[\\w.-]+":${PLAIN_VALUE}\\}$)`);

/** Whether an element is in canonical form; its first characters mostly decide. */
function isCanonical(element: string): boolean {
  if (element.startsWith("f:") || PLAIN_ELEMENT.test(element)) {
    return true;
  }
  const parsed = parseElement(element);
  return typeof parsed === "object" && formatElement(parsed) === element;
}

/**
 * Decodes fieldsV1, which a client may have written. Returns the error as a string. Canonical sets, as Kubernetes and
 * Kiln write them, are used unchanged; others are normalized.
 */
export function decodeFieldSet(json: JsonValue | undefined): FieldSet | string {
  if (json === undefined || json === null) {
    return emptySet;
  }
  if (!isJsonObject(json)) {
    return "expected an object";
  }
  if (isPlainSet(json)) {
    return json as unknown as FieldSet;
  }
  const decoded = decodeNode(json);
  if (typeof decoded === "string") {
    return decoded;
  }
  const { [SELF]: _, ...set } = decoded;
  return set;
}

function isPlainSet(root: JsonObject): boolean {
  for (const element in root) {
    if (!isCanonical(element) || !isPlainNode(root[element] as JsonValue)) {
      return false;
    }
  }
  return true;
}

function isPlainNode(node: JsonValue): boolean {
  if (!isJsonObject(node)) {
    return false;
  }
  let isSelf = false;
  let hasChildren = false;
  for (const element in node) {
    if (element === SELF) {
      isSelf = true;
    } else if (isCanonical(element) && isPlainNode(node[element] as JsonValue)) {
      hasChildren = true;
    } else {
      return false;
    }
  }
  return hasChildren || !isSelf;
}

function decodeNode(json: JsonValue): FieldSet | string {
  if (json === null) {
    return member;
  }
  if (!isJsonObject(json)) {
    return "expected an object";
  }
  const children: FieldSetDraft = {};
  for (const [text, value] of Object.entries(json)) {
    const parsed = text === SELF ? undefined : parseElement(text);
    if (typeof parsed === "string") {
      return `parsing key as path element: ${parsed}`;
    }
    if (parsed !== undefined) {
      const child = decodeNode(value);
      if (typeof child === "string") {
        return child;
      }
      const element = formatElement(parsed);
      const other = Object.hasOwn(children, element) ? children[element] : undefined;
      children[element] = other === undefined ? child : unionNodes(other, child);
    }
  }
  const isLeaf = Object.keys(children).length === 0;
  return !isLeaf && Object.hasOwn(json, SELF) ? { [SELF]: member, ...children } : children;
}

/** Encodes fieldsV1 with its keys in Kubernetes' order. Returns the set itself if it has that order. */
export function encodeFieldSet(set: FieldSet): JsonObject {
  return sortNode(set) as unknown as JsonObject;
}

/** {@link encodeFieldSet} of a large set, in slices. */
export function* encodeFieldSetSlices(set: FieldSet): Slices<JsonObject> {
  return (yield* sortSlices(set)) as unknown as JsonObject;
}

function* sortSlices(node: FieldSet): Slices<FieldSet> {
  const elements = Object.keys(node);
  const sorted = isInOrder(elements) ? elements : sortWithSelf(elements);
  yield REST;
  const out: FieldSetDraft = {};
  let isSame = sorted === elements;
  let used = 0;
  for (const element of sorted) {
    const child = node[element] as FieldSet;
    const count = countFields(child);
    const sortedChild = count < SLICE_NODES ? sortNode(child) : yield* sortSlices(child);
    out[element] = sortedChild;
    isSame &&= sortedChild === child;
    used += count;
    if (used >= SLICE_NODES) {
      used = 0;
      yield REST;
    }
  }
  return isSame ? node : out;
}

function sortNode(node: FieldSet): FieldSet {
  if (node === member) {
    return node;
  }
  const elements = Object.keys(node);
  const sorted = isInOrder(elements) ? elements : sortWithSelf(elements);
  let out: FieldSetDraft | undefined = sorted === elements ? undefined : {};
  for (const element of sorted) {
    const child = node[element] as FieldSet;
    const sortedChild = sortNode(child);
    if (sortedChild !== child && out === undefined) {
      out = { ...node };
    }
    if (out !== undefined) {
      out[element] = sortedChild;
    }
  }
  return out ?? node;
}

/** True only if the elements are in order without decoding them: most levels have only fields. */
function isInOrder(elements: readonly string[]): boolean {
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i] as string;
    if (element === SELF) {
      if (i > 0) {
        return false;
      }
    } else if (!element.startsWith("f:") || (i > 0 && compareGoStrings(elements[i - 1] as string, element) > 0)) {
      return elements.length === 1;
    }
  }
  return true;
}

function sortWithSelf(elements: readonly string[]): string[] {
  const sorted = sortElements(elements.filter((element) => element !== SELF));
  return sorted.length === elements.length ? sorted : [SELF, ...sorted];
}
