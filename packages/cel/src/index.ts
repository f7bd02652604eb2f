export type {
  FieldDeclaration,
  FunctionDeclaration,
  Overload,
  TypeProvider,
  VariableDeclaration,
} from "./check/declaration.ts";
export { readsField } from "./check/reads-field.ts";
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
} from "./check/type.ts";
export type { CallCost, CallEstimate, EstimatedArgument, EstimatedCall } from "./cost/call-cost.ts";
export { type EstimateOptions, estimateCost } from "./cost/estimate-cost.ts";
export type { SizeOfPath } from "./cost/estimate-state.ts";
export { type Range, unknownRange, unlimited } from "./cost/range.ts";
export { sizeOfValue } from "./cost/size-of-value.ts";
export {
  type Compiled,
  type CompileFault,
  createEnvironment,
  type Environment,
  type EnvironmentOptions,
} from "./environment.ts";
export { costExceeded } from "./evaluate/planned.ts";
export type { Bindings, EvaluateOptions, Evaluation, Program } from "./evaluate/program.ts";
export { TypedList, TypedMap } from "./evaluate/read-data.ts";
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
