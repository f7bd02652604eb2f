export { type CarriedObjects, type CarryOptions, type CarryOver, compileCarryOver } from "./carry-over.ts";
export { escapeName, unescapeName } from "./cel/escape-name.ts";
export { nameObjectTypes } from "./cel/name-object-types.ts";
export type { NamedTypes } from "./cel/name-types.ts";
export { createRuleEngine } from "./cel/rule-engine.ts";
export type { CheckSchemaOptions, CrdVersion } from "./check-options.ts";
export { checkSchema } from "./check-schema.ts";
export { checkStructural } from "./check-structural.ts";
export { dropEmptyMetadata } from "./coerce-metadata.ts";
export { type CompiledSchema, type CompileOptions, compileSchema } from "./compile.ts";
export { conversionFault } from "./conversion-fault.ts";
export {
  compileIdentity,
  type ElementId,
  elementSegment,
  type IdentifyElement,
  identifyValue,
  isAligned,
  type Pairing,
  pairElements,
} from "./element-identity.ts";
export {
  createFault,
  type Fault,
  type KeyStyle,
  prefixFaults,
  printSegments,
  type Segment,
  toFieldError,
} from "./fault.ts";
export { createCounterparts, type FindCounterpart } from "./find-counterpart.ts";
export { effectiveFormat, findFormat, type IsOfFormat, stringFormats } from "./formats/index.ts";
export { printGoSchema } from "./go/print-go-schema.ts";
export {
  hasProperties,
  itemsOf,
  type JsonSchema,
  type Mutability,
  type Semantics,
  type Union,
  type ValidationRule,
} from "./json-schema.ts";
export { checkMutabilityPlacement, type MutabilityPlacementOptions } from "./keywords/check-mutability-placement.ts";
export { checkUnionFit, type UnionFitOptions } from "./keywords/check-union-fit.ts";
export { checkUnionPlacement } from "./keywords/check-union-placement.ts";
export { stampFlags } from "./keywords/index.ts";
export { type MarkKeyword, marks, readMark } from "./marks.ts";
export {
  type AnnotatedSchemas,
  type LiftedMarks,
  layAnnotation,
  layMarks,
  liftMarks,
  MARKS_ANNOTATION,
  markedSchema,
  marksAnnotationOf,
  readMarksAnnotation,
} from "./marks-annotation.ts";
export { type CheckMutability, compileMutability, type MutabilityOptions } from "./mutability.ts";
export { type Inlining, inlineReferences, resolveSchema, type SchemaSource } from "./openapi-references.ts";
export { maxSchemaDepth, type ParsedSchema, parseJsonSchema } from "./parse-schema.ts";
export { parseUnions, unionsOf } from "./parse-unions.ts";
export { printJsonSchema } from "./print-schema.ts";
export { type CompiledPrune, compilePrune, type PruneOptions, type PruneSettings } from "./prune.ts";
export type { PruneReport, TypeMismatch } from "./prune-report.ts";
export type { RuleEngine } from "./rule-engine.ts";
export { isFieldPathOf } from "./rule-field-path.ts";
export { RulesPaused, type RuleTrail } from "./rule-trail.ts";
export type { Rule, RuleCompiler, RuleContext, RulePlace } from "./rules.ts";
export { hasMarks, hasUnions } from "./schema-gates.ts";
export { compileSetDefaults, type DefaultOptions, type DefaultSettings, type SetDefaults } from "./set-defaults.ts";
export { contentsOf, type SchemaContents, someSchema, usedKeywords } from "./subschemas.ts";
export {
  type CompiledUnions,
  compileUnions,
  type UnionChange,
  type UnionContradiction,
  type UnionPart,
  type UnionVerdict,
} from "./unions.ts";
export { type Around, type CompiledValidate, compileValidate, type ValidateOptions } from "./validate.ts";
