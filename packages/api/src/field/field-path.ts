/**
 * Path of a field, in Kubernetes' form: `spec.ports[0].name`, `metadata.labels[app]`. Immutable, so that a path can be
 * kept and extended many times.
 */
export interface FieldPath {
  /** Path of a field below this one: `.name`. */
  child(...names: readonly string[]): FieldPath;
  /** Path of a list item: `[3]`. */
  index(index: number): FieldPath;
  /** Path of a map entry: `[key]`. */
  key(key: string): FieldPath;
  /** Path of a map entry in the form of a field, `.key`, as decoders print it. */
  entry(key: string): FieldPath;
  toString(): string;
  /** Path without list indices and map keys, as Go's decoder prints it: `spec.versions.name`. */
  toStructFields(): string;
}

type SegmentKind = "name" | "subscript" | "entry";

/**
 * A class, printed only on request, because a schema with thousands of fields creates a path for each, and most schemas
 * have no error. Its fields are private by TypeScript: JavaScript's private fields would take half as long again to
 * create.
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

  /** Segments, the innermost first. Does not recurse, because schemas may be deep. */
  private segments(): Path[] {
    const segments: Path[] = [];
    for (let path: Path = this; path.around !== undefined; path = path.around) {
      segments.push(path);
    }
    return segments;
  }

  private append(before: string): string {
    // Kubernetes: an empty field name prints as `[]`, for example in the error of an object above the size limit
    // (validation/field/path.go String, v1.36).
    if (this.kind === "subscript" || this.segment === "") {
      return `${before}[${this.segment}]`;
    }
    return before === "" ? String(this.segment) : `${before}.${this.segment}`;
  }
}

/** Path of the whole object; Kubernetes prints it as `<nil>`. */
export const rootPath: FieldPath = new Path(undefined, "", "name");

export function fieldPath(...names: readonly string[]): FieldPath {
  return rootPath.child(...names);
}
