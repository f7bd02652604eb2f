export type { CallCost, CallEstimate, EstimatedArgument, EstimatedCall } from "./check/call-cost.ts";
export type {
  FieldDeclaration,
  FunctionDeclaration,
  Overload,
  TypeProvider,
  VariableDeclaration,
} from "./check/declaration.ts";
export { type Range, unknownRange, unlimited } from "./check/range.ts";
export type { SizeOfPath } from "./cost/estimate-state.ts";
export { sizeOfValue } from "./cost/size-of-value.ts";
export {
  type Compiled,
  type CompileFault,
  createEnvironment,
  type Environment,
  type EnvironmentOptions,
} from "./environment.ts";
export { type EstimateOptions, estimateCost } from "./evaluate/estimate-cost.ts";
export { costExceeded } from "./evaluate/planned.ts";
export type { Bindings, EvaluateOptions, Evaluation, Program } from "./evaluate/program.ts";
export { TypedList, TypedMap } from "./evaluate/read-data.ts";
export { readsField } from "./evaluate/reads-field.ts";
export {
  type AuthorizationCheck,
  type AuthorizationDecision,
  authorizerType,
  createAuthorizer,
  createResourceCheck,
  type Decide,
  resourceCheckType,
  UndecidedCheck,
} from "./library/authorizer.ts";
export { bindingsLibrary } from "./library/bindings.ts";
export { kubernetesLibraries } from "./library/index.ts";
export { jsonPatchLibrary } from "./library/json-patch.ts";
export type { Library } from "./library/library.ts";
export type { LocatedIssue } from "./parse/issues.ts";
export { compileGoPattern, explainPattern } from "./values/compile-go-pattern.ts";
export { LiteralMap } from "./values/containers.ts";
export { isEqual } from "./values/equal.ts";
export { printMessageValue } from "./values/print-value.ts";
export { parseTimestamp } from "./values/timestamp.ts";
export {
  anyType,
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  opaqueType,
  optionalType,
  printType,
  stringType,
  structType,
  timestampType,
  typeOfType,
  typeParameter,
  uintType,
  wrapperType,
} from "./values/type.ts";
export {
  CelDouble,
  CelDuration,
  CelError,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
  ListView,
  MapView,
  OpaqueValue,
  optionalNone,
} from "./values/value.ts";
