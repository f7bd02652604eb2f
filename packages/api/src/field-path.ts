/**
 * A path to a field, printed as Kubernetes prints it: `spec.ports[0].name`, `metadata.labels[app]`.
 * Immutable and parent-linked, so that extending one costs one small object.
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
    child(...names) {
      const rest = names.join(".");
      // Kubernetes: an empty name prints nothing, not even its dot.
      if (rest === "") {
        return this;
      }
      return createPath(text === "" ? rest : `${text}.${rest}`);
    },
    index: (index) => createPath(`${text}[${index}]`),
    key: (key) => createPath(`${text}[${key}]`),
    toString: () => (text === "" ? "<nil>" : text),
  };
}
