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
  /** A map entry printed as a field is, `.key`, as decoders name it. */
  entry(key: string): FieldPath;
  toString(): string;
  /**
   * Names of fields only, without list indices and map keys, as Go's decoder names a position: `spec.versions.name`.
   */
  toStructFields(): string;
}

type SegmentKind = "name" | "subscript" | "entry";

/**
 * A class and not closures, and printed only when requested: a schema with thousands of fields makes a path for each of
 * them, and most schemas have no error to show it in. With private fields of TypeScript's and not of JavaScript's, which
 * take half as long again to make.
 */
class Path implements FieldPath {
  private readonly around: Path | undefined;
  private readonly segment: string | number;
  private readonly kind: SegmentKind;

  constructor(around: Path | undefined, segment: string | number, kind: SegmentKind) {
    this.around = around;
    this.segment = segment;
    this.kind = kind;
  }

  child(...names: readonly string[]): FieldPath {
    let path: Path = this;
    for (let i = 0; i < names.length; i++) {
      path = new Path(path, names[i] as string, "name");
    }
    return path;
  }

  index(index: number): FieldPath {
    return new Path(this, index, "subscript");
  }

  key(key: string): FieldPath {
    return new Path(this, key, "subscript");
  }

  entry(key: string): FieldPath {
    return new Path(this, key, "entry");
  }

  toString(): string {
    const text = this.segments().reduceRight((before, path) => path.append(before), "");
    return text === "" ? "<nil>" : text;
  }

  toStructFields(): string {
    return this.segments()
      .filter((path) => path.kind === "name")
      .map((path) => path.segment)
      .reverse()
      .join(".");
  }

  /** The innermost first. Does not recurse: schemas may be deep. */
  private segments(): Path[] {
    const segments: Path[] = [];
    for (let path: Path = this; path.around !== undefined; path = path.around) {
      segments.push(path);
    }
    return segments;
  }

  private append(before: string): string {
    // Kubernetes: an empty name prints as an empty subscript; the field of an object that is too large is `[]`
    // (validation/field/path.go String, v1.36).
    if (this.kind === "subscript" || this.segment === "") {
      return `${before}[${this.segment}]`;
    }
    return before === "" ? String(this.segment) : `${before}.${this.segment}`;
  }
}

/** The path of a whole object; Kubernetes prints it as `<nil>`. */
export const rootPath: FieldPath = new Path(undefined, "", "name");

export function fieldPath(...names: readonly string[]): FieldPath {
  return rootPath.child(...names);
}
