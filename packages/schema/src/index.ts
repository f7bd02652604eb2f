export { type Fault, type KeyStyle, printSegments, type Segment, toFieldError } from "./fault.ts";
export type { JsonSchema, Mutability, Semantics, Union, ValidationRule } from "./json-schema.ts";
