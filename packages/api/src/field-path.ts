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

/** A class and not closures: a schema with thousands of fields makes a path for each of its keywords. */
class Path implements FieldPath {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  child(...names: readonly string[]): FieldPath {
    return names.length === 0 ? this : new Path(names.reduce(appendName, this.#text));
  }

  index(index: number): FieldPath {
    return new Path(`${this.#text}[${index}]`);
  }

  key(key: string): FieldPath {
    return new Path(`${this.#text}[${key}]`);
  }

  toString(): string {
    return this.#text === "" ? "<nil>" : this.#text;
  }
}

/** The path of a whole object; Kubernetes prints it as `<nil>`. */
export const rootPath: FieldPath = new Path("");

export function fieldPath(...names: readonly string[]): FieldPath {
  return rootPath.child(...names);
}

function appendName(text: string, name: string): string {
  // Kubernetes: an empty name prints as an empty subscript; clients see the field `[]` where a whole object is too large.
  if (name === "") {
    return `${text}[]`;
  }
  return text === "" ? name : `${text}.${name}`;
}
