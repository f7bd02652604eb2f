export { type Applied, type ApplyOptions, apply, applySteps } from "./apply.ts";
export { checkType, printTypeFaults, type TypeFault } from "./check-type.ts";
export { type Comparison, compare } from "./compare.ts";
export { type Conflict, printConflicts, printOwner, toCauses } from "./conflict.ts";
export {
  type AsyncSteps,
  type ConversionRequest,
  type Converting,
  REST,
  runConverting,
  runConvertingAsync,
} from "./converting.ts";
export { dropUndeclared } from "./drop-undeclared.ts";
export { extract } from "./extract.ts";
export {
  difference,
  emptySet,
  equalSets,
  type FieldSet,
  has,
  intersection,
  isEmpty,
  isSubset,
  leaves,
  listPaths,
  recursiveDifference,
  setOf,
  union,
} from "./field-set.ts";
export { decodeFieldSet, encodeFieldSet } from "./field-set-json.ts";
export { type FieldType, type FieldTypeOptions, toFieldType, untypedDeduced } from "./field-type.ts";
export { keepTimes } from "./keep-times.ts";
export type { Conversion, Convert, KindFields } from "./kind-fields.ts";
export {
  compareEntries,
  decodeManagedFields,
  encodeManagedFields,
  type FieldManager,
  identify,
  isReset,
  type Managed,
  type ManagedEntry,
} from "./managed-fields.ts";
export { merge } from "./merge.ts";
export { type OwningUnions, ownUnions } from "./own-unions.ts";
export {
  type FieldPath,
  fieldElement,
  keyElement,
  type ParsedElement,
  type PathElement,
  parseElement,
  printPath,
  valueElement,
} from "./path-element.ts";
export { remove } from "./remove.ts";
export { type FromScale, fromScaleEntries, type ReplicasPath, toScaleEntries } from "./scale-entries.ts";
export { toFieldSet } from "./to-field-set.ts";
export { setManagedFields } from "./typed-object.ts";
export { type UpdateOptions, update, updateSteps } from "./update.ts";
