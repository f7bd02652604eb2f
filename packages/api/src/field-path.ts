/**
 * A path to a field, printed as Kubernetes prints it: `spec.ports[0].name`, `metadata.labels[app]`.
 * Immutable: extending one leaves it as it was, so a path may be kept and extended many times.
 */
export interface FieldPath {
  /** A named field below this one: `.name`. */
  child(...names: readonly string[]): FieldPath;
  /** A list item: `[3]`. */
  index(index: number): FieldPath;
  /** A map entry: `[key]`. */
  key(key: string): FieldPath;
  toString(): string;
}

/** The path of a whole object; Kubernetes prints it as `<nil>`. */
export const rootPath: FieldPath = createPath("");

export function fieldPath(...names: readonly string[]): FieldPath {
  return rootPath.child(...names);
}

function createPath(text: string): FieldPath {
  return {
    child: (...names) => (names.length === 0 ? createPath(text) : createPath(names.reduce(appendName, text))),
    index: (index) => createPath(`${text}[${index}]`),
    key: (key) => createPath(`${text}[${key}]`),
    toString: () => (text === "" ? "<nil>" : text),
  };
}

function appendName(text: string, name: string): string {
  // Kubernetes: an empty name prints as an empty subscript; clients see the field `[]` where a whole object is too large.
  if (name === "") {
    return `${text}[]`;
  }
  return text === "" ? name : `${text}.${name}`;
}
