import { getOwn } from "@kiln/api";

function split(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Value at a JSON pointer; undefined if there is none. */
export function readPointer(value: unknown, pointer: string): unknown {
  let at = value;
  for (const part of split(pointer)) {
    if (typeof at !== "object" || at === null) {
      return undefined;
    }
    at = getOwn(at as Record<string, never>, part);
  }
  return at;
}

/** Changes `value`: deletes what the pointer names. `*` stands for every member; tildes are not decoded here. */
export function erasePointer(value: unknown, pointer: string): void {
  const parts = pointer.split("/").slice(1);
  const last = parts.pop() ?? "";
  let level = [value];
  for (const part of parts) {
    level = level.flatMap((node) => childrenOf(node, part));
  }
  for (const node of level) {
    if (typeof node === "object" && node !== null) {
      delete (node as Record<string, unknown>)[last];
    }
  }
}

function childrenOf(node: unknown, part: string): unknown[] {
  if (typeof node !== "object" || node === null) {
    return [];
  }
  return part === "*" ? Object.values(node) : [(node as Record<string, unknown>)[part]];
}
