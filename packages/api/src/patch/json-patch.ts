import { printJson } from "../json/encode-json.ts";
import { maxJsonDepth } from "../json/parse-lossless-json.ts";
import { deepCopy, deepEqual, getOwn, type JsonObject, type JsonValue, setOwn } from "../value/json-value.ts";
import { asObject } from "../value/read-json.ts";
import { JsonPatchError } from "./json-patch-error.ts";
import { findIndex, findPlace, insert, itemsBehind, type Place, read, take } from "./json-patch-place.ts";

/**
 * Applies RFC 6902 as Kubernetes' library implements it, with its error messages. Changes `document`; the result may be
 * another value, and shares nothing with the operations. A failed operation does not undo earlier ones.
 */
export function applyJsonPatch(document: JsonValue, operations: readonly JsonValue[]): JsonValue {
  const edit: Edit = { root: document, copiedBytes: 0, movedItems: 0 };
  for (const given of operations) {
    const operation = asObject(given);
    const kind = textOf(operation, "op") ?? "unknown";
    const apply = OPERATIONS.get(kind);
    if (apply === undefined) {
      throw new JsonPatchError(`Unexpected kind: ${kind}`);
    }
    apply(edit, operation);
  }
  // Moves can nest a document deeper than decoding allows.
  if (isDeeperThan(maxJsonDepth, edit.root)) {
    fail("exceeded max depth");
  }
  return edit.root;
}

function isDeeperThan(depth: number, value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const inner = Array.isArray(value) ? value : Object.values(value);
  return depth === 0 || inner.some((item) => isDeeperThan(depth - 1, item));
}

interface Edit {
  root: JsonValue;
  copiedBytes: number;
  movedItems: number;
}

type Operation = Readonly<JsonObject>;

/**
 * Kubernetes: limit of the bytes that the copy operations of one patch may add (pkg/server/config.go
 * NewConfig, v1.36).
 */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

/**
 * Maximum number of list items that insertions and removals may move. Ten thousand operations on a list of thousands
 * stay below it.
 */
const MAX_MOVED_ITEMS = 2 ** 26;

const MISSING = "missing value";

const OPERATIONS: ReadonlyMap<string, (edit: Edit, operation: Operation) => void> = new Map([
  ["add", add],
  ["remove", remove],
  ["replace", replace],
  ["move", move],
  ["test", test],
  ["copy", copy],
]);

function add(edit: Edit, operation: Operation): void {
  const path = textOf(operation, "path") ?? fail(`add operation failed to decode path: ${MISSING}`);
  const place =
    findPlace(edit.root, path) ?? fail(`add operation does not apply: doc is missing path: "${path}": ${MISSING}`);
  countMoves(edit, place);
  // Kubernetes: a missing value is null (json-patch.v4/patch.go value, v1.36).
  within(`error in add for path: '${path}'`, () => insert(place, deepCopy(getOwn(operation, "value") ?? null)));
}

function remove(edit: Edit, operation: Operation): void {
  const path = textOf(operation, "path") ?? fail(`remove operation failed to decode path: ${MISSING}`);
  const place =
    findPlace(edit.root, path) ?? fail(`remove operation does not apply: doc is missing path: "${path}": ${MISSING}`);
  countMoves(edit, place);
  within(`error in remove for path: '${path}'`, () => take(place));
}

/** Kubernetes: replacing a missing key of an object adds it (json-patch.v4/patch.go Patch.replace, v1.36). */
function replace(edit: Edit, operation: Operation): void {
  const path =
    textOf(operation, "path") ??
    fail(`replace operation failed to decode path: operation missing path field: ${MISSING}`);
  const value = deepCopy(getOwn(operation, "value") ?? null);
  if (path === "") {
    edit.root =
      typeof value === "object" && value !== null ? value : fail("replace operation value must be object or array");
    return;
  }
  const place =
    findPlace(edit.root, path) ?? fail(`replace operation does not apply: doc is missing path: ${path}: ${MISSING}`);
  const { holder, key } = place;
  if (!Array.isArray(holder)) {
    setOwn(holder, key, value);
    return;
  }
  const index = findIndex(key, holder.length);
  if (typeof index === "string") {
    fail(`replace operation does not apply: doc is missing key: ${path}: ${MISSING}`);
  } else {
    holder[index] = value;
  }
}

function move(edit: Edit, operation: Operation): void {
  const from =
    textOf(operation, "from") ??
    fail(`move operation failed to decode from: operation, missing from field: ${MISSING}`);
  const source =
    findPlace(edit.root, from) ?? fail(`move operation does not apply: doc is missing from path: ${from}: ${MISSING}`);
  countMoves(edit, source);
  const value = within(`error in move for path: '${source.key}'`, () => take(source));
  const path =
    textOf(operation, "path") ?? fail(`move operation failed to decode path: operation missing path field: ${MISSING}`);
  const place =
    findPlace(edit.root, path) ??
    fail(`move operation does not apply: doc is missing destination path: ${path}: ${MISSING}`);
  countMoves(edit, place);
  within(`error in move for path: '${path}'`, () => insert(place, value));
}

function copy(edit: Edit, operation: Operation): void {
  const from =
    textOf(operation, "from") ??
    fail(`copy operation failed to decode from: operation, missing from field: ${MISSING}`);
  const source =
    findPlace(edit.root, from) ?? fail(`copy operation does not apply: doc is missing from path: ${from}: ${MISSING}`);
  const value = within(`error in copy for from: '${from}'`, () => read(source));
  const path = textOf(operation, "path") ?? fail(`copy operation failed to decode path: ${MISSING}`);
  const place =
    findPlace(edit.root, path) ??
    fail(`copy operation does not apply: doc is missing destination path: ${path}: ${MISSING}`);
  edit.copiedBytes += printJson(value).length;
  if (edit.copiedBytes > MAX_COPIED_BYTES) {
    const limit = `the limit is ${MAX_COPIED_BYTES}`;
    fail(`Unable to complete the copy, the accumulated size increase of copy is ${edit.copiedBytes}, ${limit}`);
  }
  countMoves(edit, place);
  within("error while adding value during copy", () => insert(place, deepCopy(value)));
}

/** Kubernetes: a missing key equals null (json-patch.v4/patch.go Patch.test, v1.36). */
function test(edit: Edit, operation: Operation): void {
  const path =
    textOf(operation, "path") ?? fail(`test operation failed to decode path: operation missing path field: ${MISSING}`);
  const expected = getOwn(operation, "value") ?? null;
  const found = path === "" ? edit.root : readTested(edit, path);
  if (!deepEqual(found, expected)) {
    fail(`testing value ${path} failed: test failed`);
  }
}

function readTested(edit: Edit, path: string): JsonValue {
  const place =
    findPlace(edit.root, path) ?? fail(`test operation does not apply: is missing path: ${path}: ${MISSING}`);
  return within(`error in test for path: '${path}'`, () => read(place));
}

/** String in a field of an operation; undefined if the field is missing or no string. */
function textOf(operation: Operation, key: string): string | undefined {
  const value = getOwn(operation, key);
  return typeof value === "string" ? value : undefined;
}

/** Counts the list items that an operation moves; throws if they exceed the maximum. */
function countMoves(edit: Edit, place: Place): void {
  edit.movedItems += itemsBehind(place);
  if (edit.movedItems > MAX_MOVED_ITEMS) {
    throw new JsonPatchError("The patch inserts into and removes from long lists too often", { isTooCostly: true });
  }
}

function fail(message: string): never {
  throw new JsonPatchError(message);
}

/** Runs `work`; its error gets the operation as prefix. */
function within<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof JsonPatchError && !error.isTooCostly
      ? new JsonPatchError(`${what}: ${error.message}`)
      : error;
  }
}
