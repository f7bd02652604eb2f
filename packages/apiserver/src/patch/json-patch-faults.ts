import { appendAll, asObject, getOwn, isJsonObject, type JsonValue, orderFields, rootPath } from "@kiln/api";

const KNOWN: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

export interface ReadOperations {
  readonly operations: readonly JsonValue[];
  /** Paths of duplicate fields. */
  readonly duplicates: readonly string[];
  readonly text: () => string;
}

/**
 * Unknown and duplicate fields of operations, in the order of the text. Kubernetes: a duplicate inside an added value
 * is a duplicate of the object too, and reported again (handlers/patch.go jsonPatcher.applyJSPatch, v1.36).
 */
export function findPatchFaults({ operations, duplicates, text }: ReadOperations, patched: JsonValue): string[] {
  const inPatch: { path: string; occurrence: number; text: string }[] = [];
  const inObject: string[] = [];
  const doubled = groupByField(duplicates);
  for (const [index, operation] of operations.entries()) {
    const fields = asObject(operation);
    for (const key of Object.keys(fields)) {
      const path = `[${index}].${key}`;
      const found = doubled.get(path) ?? [];
      const unknown = { path, occurrence: 1, text: `json patch unknown field "${path}"` };
      appendAll(inPatch, KNOWN.has(key) ? [] : [unknown]);
      appendAll(
        inPatch,
        found.map((duplicate) => ({
          path: duplicate,
          occurrence: 2,
          text: `json patch duplicate field "${duplicate}"`,
        })),
      );
      if (key === "value") {
        const inside = found.filter((duplicate) => duplicate !== path).map((duplicate) => duplicate.slice(path.length));
        appendAll(
          inObject,
          inside.map((rest) => `duplicate field "${printTarget(getOwn(fields, "path"), patched)}${rest}"`),
        );
      }
    }
  }
  const ordered = duplicates.length === 0 ? inPatch : orderFields(text(), inPatch);
  return [...ordered.map((fault) => fault.text), ...inObject];
}

/** Groups the paths of duplicates by the field of the operation that contains them. */
function groupByField(duplicates: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of duplicates) {
    const field = /^\[\d+\]\.[^.[]*/.exec(path)?.[0] ?? path;
    const group = groups.get(field);
    if (group === undefined) {
      groups.set(field, [path]);
    } else {
      group.push(path);
    }
  }
  return groups;
}

/** Path that an operation wrote to, as field validation prints it. */
function printTarget(pointer: JsonValue | undefined, patched: JsonValue): string {
  const tokens = typeof pointer === "string" ? pointer.split("/").slice(1) : [];
  let holder: JsonValue | undefined = patched;
  let path = rootPath;
  for (const token of tokens) {
    const key = token.replace(/~[01]/g, (code) => (code === "~1" ? "/" : "~"));
    if (Array.isArray(holder)) {
      const index: number = /^\d+$/.test(key) ? Number(key) : holder.length - 1;
      path = path.index(index);
      holder = holder[index];
    } else {
      path = path.child(key);
      holder = isJsonObject(holder) ? getOwn(holder, key) : undefined;
    }
  }
  return path.toString();
}
