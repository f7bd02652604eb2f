// Types for schema features that TypeScript lacks, so that a schema built from types is exact.

/** A whole number. */
export type integer = number;
/** A whole number of 32 bits. */
export type int32 = number;
/** A whole number of 64 bits; beyond 2^53 it is a bigint. */
export type int64 = number | bigint;
/** A number, or a text such as a port's name or a percentage. */
export type IntOrString = number | string;
/** A resource amount such as `100m` or `1Gi`. */
export type Quantity = number | string;
/** The metadata that every object has. */
export interface ObjectMeta {
  name?: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  [field: string]: unknown;
}
