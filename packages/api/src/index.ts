export { appendAll } from "./append-all.ts";
export { type Clock, createSystemClock, type Timer, type TimerHost } from "./clock.ts";
export { compileFieldSelector } from "./compile-field-selector.ts";
export { compileLabelSelector } from "./compile-label-selector.ts";
export { type DecodedJson, type DecodeOptions, decodeJson, defaultMaxBytes, parseJson } from "./decode-json.ts";
export { describeGoValue, type GoMismatch, printGoMismatch } from "./describe-go-value.ts";
export { type DiffOptions, diffLines } from "./diff-lines.ts";
export {
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from "./domain-names.ts";
export { durationToMs, parseDuration } from "./duration.ts";
export { encodeJson, type PrintJsonOptions, printJson } from "./encode-json.ts";
export { encodeYaml, printYaml } from "./encode-yaml.ts";
export { exceedsJsonSize } from "./exceeds-json-size.ts";
export {
  duplicate,
  type FieldError,
  type FieldErrorReason,
  forbidden,
  internalFault,
  invalid,
  notFound,
  notSupported,
  printFieldError,
  printFieldErrorBody,
  printFieldErrors,
  required,
  tooFew,
  tooLong,
  tooMany,
  tooShort,
  typeInvalid,
} from "./field-error.ts";
export { type FieldPath, fieldPath, rootPath } from "./field-path.ts";
export {
  type FieldRequirement,
  type FieldSelector,
  matchesFieldSelector,
  parseFieldSelector,
  requiredFieldValue,
} from "./field-selector.ts";
export {
  compareGoStrings,
  goEscapes,
  isGoPrintable,
  printGoJson,
  printGoNumber,
  printGoRawJson,
  quoteGo,
  quoteGoBytes,
} from "./go-print.ts";
export {
  compareVersions,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  parseGroupVersion,
  printGroupKind,
  printGroupResource,
  printGroupVersionKind,
  toGroupVersionKind,
} from "./group-version.ts";
export { JsonSyntaxError, type JsonSyntaxFault, type TextPosition } from "./json-syntax-error.ts";
export {
  deepCopy,
  deepEqual,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setOwn,
} from "./json-value.ts";
export { createKeyQueue, type KeyQueue, type KeyQueueOptions } from "./key-queue.ts";
export {
  createLabelRequirement,
  fromLabelSelectorObject,
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
  type LabelSelectorExpression,
  type LabelSelectorObject,
  matchesLabelSelector,
  nothingSelector,
  printLabelSelector,
} from "./label-selector.ts";
export {
  generateName,
  madeNameIsDns1123Subdomain,
  type NameRule,
  nameIsDns1035Label,
  nameIsDns1123Label,
  nameIsDns1123Subdomain,
  nameIsPathSegment,
} from "./name-rule.ts";
export {
  checkAnnotationKey,
  checkCIdentifier,
  checkConfigMapKey,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkFieldManagerCharacters,
  checkHttpHeaderName,
  checkLabelKey,
  checkLabelValue,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  checkPercent,
  checkPortName,
  checkPortNumber,
  checkRange,
  checkRelaxedEnvVarName,
  checkWildcardDns1123Subdomain,
  type NameFaults,
} from "./names.ts";
export { nearestWord } from "./nearest-word.ts";
export type {
  KubeList,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  StringMap,
} from "./object.ts";
export {
  type ObjectMetaRules,
  validateAnnotations,
  validateFieldManager,
  validateFinalizers,
  validateLabels,
  validateManagedFields,
  validateMetaChange,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateStandardFinalizers,
} from "./object-meta.ts";
export { once } from "./once.ts";
export { validateOwnerReferences } from "./owner-references.ts";
export { parseLabelSelector } from "./parse-label-selector.ts";
export { maxJsonDepth } from "./parse-lossless-json.ts";
export type { Parsed } from "./parsed.ts";
export { goTypeOf, printGoSyntax, printGoValue } from "./print-go-value.ts";
export { maxPrintedYaml } from "./print-yaml-string.ts";
export {
  addQuantities,
  asInt64,
  compareQuantities,
  createQuantity,
  negateQuantity,
  parseQuantity,
  printQuantity,
  type Quantity,
  type QuantityFormat,
  quantityFromJson,
  quantityMilliValue,
  quantitySign,
  quantityToNumber,
  quantityValue,
  scaledValue,
  subtractQuantities,
} from "./quantity.ts";
export {
  asInteger,
  asObject,
  asObjects,
  asText,
  asTextEntries,
  asTexts,
  listAt,
  objectAt,
  objectsAt,
  textAt,
} from "./read-json.ts";
export { maxRedirects, type Redirect, redirectOf } from "./redirect.ts";
export { SECRET_REF_VOLUMES } from "./secret-volumes.ts";
export {
  forbiddenMessage,
  type PolicyDenial,
  type Status,
  type StatusCause,
  type StatusDetails,
  StatusError,
  statusAlreadyExists,
  statusApplyConflict,
  statusBadRequest,
  statusBeingDeleted,
  statusConflict,
  statusForbidden,
  statusFromPlainError,
  statusFromText,
  statusGenerateNameConflict,
  statusGeneric,
  statusGone,
  statusInternalError,
  statusInvalid,
  statusMethodNotSupported,
  statusNamespaceTerminating,
  statusNotAcceptable,
  statusNotConvertible,
  statusNotFound,
  statusNotImplemented,
  statusPolicyDenied,
  statusRequestEntityTooLarge,
  statusResourceExpired,
  statusServerTimeout,
  statusServiceUnavailable,
  statusSuccess,
  statusTimeout,
  statusTooLargeResourceVersion,
  statusTooManyRequests,
  statusUnauthorized,
  statusUnsupportedMediaType,
  statusWebhookDenied,
  type WebhookResult,
} from "./status.ts";
export { allocateBytes, decodeBytewise, decodeUtf8, encodeUtf8 } from "./text-bytes.ts";
export { type MicroTime, parseMicroTime, parseTime, printMicroTime, printTime, toMicroTime } from "./time.ts";
export { readUint32, writeUint32 } from "./uint32.ts";
export { utf8Length } from "./utf8-length.ts";
export { validateLabelSelector } from "./validate-label-selector.ts";
export { YamlSyntaxError } from "./yaml-syntax-error.ts";
