/**
 * Replaces values that differ between runs by names; equal values get equal names, so that identity is still compared.
 */
export type Normalize = (value: unknown) => unknown;

export interface NormalizeOptions {
  /** Saved values; one whose name begins with "name" is replaced by that name in texts. Read at every call. */
  readonly variables: ReadonlyMap<string, string>;
  readonly hookUrl: string;
  readonly hasManagedFields: boolean;
}

const TIMES = new Set([
  "creationTimestamp",
  "deletionTimestamp",
  "time",
  "lastTransitionTime",
  "lastUpdateTime",
  "renewTime",
  "acquireTime",
  "eventTime",
]);

const HIDDEN = new Map([
  ["caBundle", "<ca>"],
  ["description", "<text>"],
  ["serverAddress", "<address>"],
]);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Kubernetes' explanation of a name format: a paragraph with an example and the pattern. */
const FORMAT_RULE = /(?:an? |name part |prefix part |must )[^"\n]*?\(e\.g\. .*?regex used for validation is '[^']*'\)/g;

/** Wording of a JSON decoder and of an expression parser. */
const PARSER_WORDS = /json: cannot unmarshal [^"\n]*|(?<=Syntax error: )[^\n]*/g;

type Node = Readonly<Record<string, unknown>>;

export function createNormalize({ variables, hookUrl, hasManagedFields }: NormalizeOptions): Normalize {
  const name = createNames();
  const text = (value: string): string => {
    let result = value.replaceAll(hookUrl, "<hook>").replaceAll(hookUrl.replace("https://", ""), "<hook>");
    for (const [variable, saved] of variables) {
      if (variable.startsWith("name") && saved !== "") {
        result = result.replaceAll(saved, `<${variable}>`);
      }
    }
    return result
      .replace(FORMAT_RULE, "<text>")
      .replace(PARSER_WORDS, "<text>")
      .replace(UUID, (uuid) => name("uid", uuid));
  };
  const leaf = (value: unknown, key: string, parent: Node): unknown => {
    if (key === "resourceVersion") {
      return value === "" ? "" : isListMeta(parent) ? "<rv>" : name("rv", String(value));
    }
    if (key === "continue" && value !== "") {
      return "<continue>";
    }
    const hidden = TIMES.has(key) ? "<time>" : HIDDEN.get(key);
    return hidden ?? (typeof value === "string" ? text(value) : value);
  };
  const walk = (value: unknown, key: string, parent: Node): unknown => {
    if (Array.isArray(value)) {
      return value.map((item) => walk(item, "", {}));
    }
    if (typeof value === "object" && value !== null) {
      const kept = Object.entries(value).filter(([member]) => hasManagedFields || member !== "managedFields");
      return Object.fromEntries(kept.map(([member, child]) => [member, walk(child, member, value as Node)]));
    }
    return value === null || value === undefined ? value : leaf(value, key, parent);
  };
  return (value) => walk(value, "", {});
}

/** Numbers the values of each kind in the order of their first occurrence. */
function createNames(): (kind: string, value: string) => string {
  const kinds = new Map<string, Map<string, string>>();
  return (kind, value) => {
    const names = kinds.get(kind) ?? new Map<string, string>();
    kinds.set(kind, names);
    const name = names.get(value) ?? `<${kind}:${names.size + 1}>`;
    names.set(value, name);
    return name;
  };
}

function isListMeta(metadata: Node): boolean {
  return !Object.hasOwn(metadata, "name") && !Object.hasOwn(metadata, "uid");
}
