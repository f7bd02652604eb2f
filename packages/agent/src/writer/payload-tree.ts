import type { Payload, VolumeFile } from "../volumes/payload.ts";
import { VolumeError } from "./volume-error.ts";

/** A payload as a directory tree. */
export type PayloadTree = ReadonlyMap<string, VolumeFile | PayloadTree>;

type GrowingTree = Map<string, VolumeFile | GrowingTree>;

const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;
/** Maximum depth: every level needs an open directory while it is written. */
const MAX_DEPTH = 64;
const LONE_SURROGATE = /\p{Surrogate}/u;

export function isTree(node: VolumeFile | PayloadTree): node is PayloadTree {
  return node instanceof Map;
}

/** Tree of a payload. Throws a VolumeError unless all paths can be written together; no file was changed then. */
export function toTree(payload: Payload): PayloadTree {
  const root: GrowingTree = new Map();
  for (const [path, file] of payload) {
    insert(root, path, file);
  }
  return root;
}

function insert(root: GrowingTree, path: string, file: VolumeFile): void {
  const elements = checkPath(path);
  if (!Number.isInteger(file.mode) || file.mode < 0 || file.mode > 0o777) {
    throw invalid(path, `its mode must be between 0 and 0777, not 0${file.mode.toString(8)}`);
  }
  const last = elements.pop() as string;
  let place = root;
  for (const element of elements) {
    const next = place.get(element) ?? new Map();
    if (!isTree(next)) {
      throw new VolumeError("path-conflict", `"${path}" needs a directory where another path is a file`);
    }
    place.set(element, next);
    place = next as GrowingTree;
  }
  if (place.has(last)) {
    throw new VolumeError("path-conflict", `"${path}" is there twice, or is the directory of another path`);
  }
  place.set(last, file);
}

/**
 * A path may not
 * - be empty, absolute, or the volume itself;
 * - have an element `..`, or start with `..`: such names are the writer's own;
 * - have an element over 255 bytes, or be longer than 4096 bytes;
 * - contain a byte sequence that no file name can have: a zero byte, half of a surrogate pair (two names would become one).
 * Kubernetes: `a//b` and `a/./b` are `a/b` (volume/util/atomic_writer.go validatePath, v1.36).
 */
export function checkPath(path: string): string[] {
  if (path === "" || path.startsWith("/")) {
    throw invalid(path, "it must be relative, and not empty");
  }
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw invalid(`${path.slice(0, 64)}...`, `it is longer than ${MAX_PATH_BYTES} bytes`);
  }
  if (path.includes("\0") || LONE_SURROGATE.test(path)) {
    throw invalid(path, "no file can have this name");
  }
  if (path.startsWith("..") || path.split("/").includes("..")) {
    throw invalid(path, "it must not start with '..' nor contain it as an element");
  }
  const elements = path.split("/").filter((element) => element !== "" && element !== ".");
  if (elements.length === 0 || elements.length > MAX_DEPTH) {
    throw invalid(path, `it must have 1 to ${MAX_DEPTH} elements`);
  }
  // "./..data" is normalized to a reserved name.
  if (elements[0]?.startsWith("..")) {
    throw invalid(path, "it must not start with '..'");
  }
  if (elements.some((element) => Buffer.byteLength(element) > MAX_NAME_BYTES)) {
    throw invalid(path, `a name is longer than ${MAX_NAME_BYTES} bytes`);
  }
  return elements;
}

function invalid(path: string, reason: string): VolumeError {
  return new VolumeError("invalid-path", `${JSON.stringify(path)} cannot be a file of a volume: ${reason}`);
}
