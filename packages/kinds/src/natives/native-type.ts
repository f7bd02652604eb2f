/**
 * A Go type of a built-in kind, as far as the wire format depends on it. Structs parse their fields on first use, so
 * that an unused kind costs nothing.
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
  /** Any JSON. */
  | "raw";

export interface ScalarType {
  readonly form: ScalarForm;
  /** Go's name of it in errors. */
  readonly name: string;
  /** As for structs, if it is a named type. */
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
  /** `v1.PodSpec`, as Go prints it. */
  readonly name: string;
  /** `PodSpec`. */
  readonly struct: string;
  /** `core/v1.PodSpec`: the unique name. */
  readonly path: string;
  /** By JSON name, in Go's order. */
  readonly fields: ReadonlyMap<string, NativeField>;
  readonly isAtomic: boolean;
  /** As Kubernetes publishes them, in JSON's form of `x-kubernetes-unions`. */
  readonly unions: readonly NativeUnion[];
}

export interface NativeUnion {
  readonly discriminator?: string;
  readonly "fields-to-discriminateBy": Readonly<Record<string, string>>;
}

/** Field of a built-in type: its Go type, how it is decoded and printed. natives/data/README.md explains each property. */
export interface NativeField {
  readonly type: NativeType;
  readonly isKept: boolean;
  readonly omitsZero: boolean;
  readonly isRequired: boolean;
  readonly enum?: readonly string[];
  readonly itemEnum?: readonly string[];
  /** JSON. */
  readonly default?: string;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}
