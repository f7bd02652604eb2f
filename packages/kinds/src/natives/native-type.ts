/**
 * Go type of a built-in kind, reduced to what encoding depends on. Structs parse their fields on first use, so that an
 * unused kind costs nothing.
 */
export type NativeType = ScalarType | ListType | MapType | PointerType | StructType;

export type ScalarForm =
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "float64"
  | "bytes"
  | "time"
  | "microTime"
  | "quantity"
  | "intOrString"
  /** A value of any JSON type. */
  | "raw";

export interface ScalarType {
  readonly form: ScalarForm;
  /** Go name of the type in errors. */
  readonly name: string;
  /** Unique name, if it is a named type. */
  readonly path?: string;
}

export interface ListType {
  readonly form: "list";
  readonly name: string;
  readonly items: NativeType;
}

export interface MapType {
  readonly form: "map";
  readonly name: string;
  readonly values: NativeType;
}

export interface PointerType {
  readonly form: "pointer";
  readonly name: string;
  readonly to: NativeType;
}

export interface StructType {
  readonly form: "struct";
  /** Go name in errors: `v1.PodSpec`. */
  readonly name: string;
  /** Name without package: `PodSpec`. */
  readonly struct: string;
  /** Unique name: `core/v1.PodSpec`. */
  readonly path: string;
  /** Fields by JSON name, in Go's order. */
  readonly fields: ReadonlyMap<string, NativeField>;
  readonly isAtomic: boolean;
  /** Unions that Kubernetes publishes, in the JSON form of `x-kubernetes-unions`. */
  readonly unions: readonly NativeUnion[];
}

export interface NativeUnion {
  readonly discriminator?: string;
  readonly "fields-to-discriminateBy": Readonly<Record<string, string>>;
}

/**
 * Field of a built-in type: its Go type, and how it is decoded and printed. natives/data/README.md explains each
 * property.
 */
export interface NativeField {
  readonly type: NativeType;
  readonly isKept: boolean;
  readonly omitsZero: boolean;
  readonly isRequired: boolean;
  readonly enum?: readonly string[];
  readonly itemEnum?: readonly string[];
  /** Default value as JSON text. */
  readonly default?: string;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}
