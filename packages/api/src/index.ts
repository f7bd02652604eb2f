export {
  asNamedString,
  duplicate,
  FIELD_IMMUTABLE,
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
} from "./field/field-error.ts";
export { type FieldPath, fieldPath, rootPath } from "./field/field-path.ts";
export { describeGoValue, type GoMismatch, printGoMismatch } from "./go/describe-go-value.ts";
export { durationToMs, parseDuration } from "./go/duration.ts";
export { explainGoTime } from "./go/explain-go-time.ts";
export { type DialTarget, explainNetworkError } from "./go/explain-network-error.ts";
export {
  compareGoStrings,
  goEscapes,
  isGoPrintable,
  printGoJson,
  printGoJsonString,
  printGoNumber,
  printGoRawJson,
  quoteGo,
  quoteGoBytes,
} from "./go/go-print.ts";
export { goTypeOf, printGoSyntax, printGoValue } from "./go/print-go-value.ts";
export type { Logger } from "./host/logger.ts";
export type { Random } from "./host/random.ts";
export { countInterim, limitInterim } from "./http/limit-interim.ts";
export { maxRedirects, type Redirect, redirectOf } from "./http/redirect.ts";
export {
  type DecodedJson,
  type DecodeOptions,
  decodeJson,
  decodeJsonSlices,
  defaultMaxBytes,
  parseJson,
} from "./json/decode-json.ts";
export { encodeJson, type PrintJsonOptions, printJson } from "./json/encode-json.ts";
export { exceedsJsonSize, roomAfter } from "./json/exceeds-json-size.ts";
export { JsonSyntaxError, type JsonSyntaxFault, type TextPosition } from "./json/json-syntax-error.ts";
export { type NamedField, orderFields } from "./json/order-fields.ts";
export { maxJsonDepth } from "./json/parse-lossless-json.ts";
export { findAll, findFirst, type JsonPath, parseJsonPath } from "./json-path/json-path.ts";
export {
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from "./meta/domain-names.ts";
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
} from "./meta/group-version.ts";
export { kindPrefix } from "./meta/kind-prefix.ts";
export { metadataOf } from "./meta/metadata-of.ts";
export {
  generateName,
  madeNameIsDns1123Subdomain,
  type NameRule,
  nameIsDns1035Label,
  nameIsDns1123Label,
  nameIsDns1123Subdomain,
  nameIsPathSegment,
} from "./meta/name-rule.ts";
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
} from "./meta/names.ts";
export type {
  KubeList,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  StringMap,
} from "./meta/object.ts";
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
} from "./meta/object-meta.ts";
export { validateOwnerReferences } from "./meta/owner-references.ts";
export { SECRET_REF_VOLUMES } from "./meta/secret-volumes.ts";
export type { User } from "./meta/user.ts";
export {
  createCounter,
  createFamilies,
  createGauge,
  createHistogram,
  createSummary,
  type Family,
  type FamilyDeclaration,
  type HistogramCell,
  type NumberCell,
  observe,
  readNumber,
  type SummaryCell,
} from "./metrics/family.ts";
export { type MetricFamily, printMetrics } from "./metrics/print-metrics.ts";
export { type Cidr, cidrContains, hasHostBits, ipBits, parseCidr, printCidr } from "./net/cidr.ts";
export { type IpAddress, parseIp, printIp, printIpv6Groups } from "./net/ip-address.ts";
export { applyJsonPatch } from "./patch/json-patch.ts";
export { JsonPatchError } from "./patch/json-patch-error.ts";
export {
  addQuantities,
  asInt64,
  compareQuantities,
  createQuantity,
  isCanonicalQuantity,
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
} from "./quantity/quantity.ts";
export { compileFieldSelector } from "./selector/compile-field-selector.ts";
export { compileLabelSelector } from "./selector/compile-label-selector.ts";
export {
  type FieldRequirement,
  type FieldSelector,
  matchesFieldSelector,
  parseFieldSelector,
  requiredFieldValue,
} from "./selector/field-selector.ts";
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
} from "./selector/label-selector.ts";
export { parseLabelSelector } from "./selector/parse-label-selector.ts";
export { validateLabelSelector } from "./selector/validate-label-selector.ts";
export { ClientFault } from "./status/client-fault.ts";
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
} from "./status/status.ts";
export { ByteCollector } from "./text/byte-collector.ts";
export { computeCrc32 } from "./text/compute-crc32.ts";
export { concatBytes } from "./text/concat-bytes.ts";
export { type DiffOptions, diffLines } from "./text/diff-lines.ts";
export { escapePathPart } from "./text/escape-path-part.ts";
export { type GatheredBytes, gatherBytes } from "./text/gather-bytes.ts";
export { nearestWord } from "./text/nearest-word.ts";
export {
  allocateBytes,
  decodeBytewise,
  decodeUtf8,
  encodeBytewise,
  encodePlainBase64,
  encodeUtf8,
  plainBase64Size,
  viewBytes,
  writePlainBase64,
} from "./text/text-bytes.ts";
export { readUint32, writeUint32 } from "./text/uint32.ts";
export { utf8Length } from "./text/utf8-length.ts";
export { type Clock, createSystemClock, type Timer, type TimerHost, type TimerOptions } from "./time/clock.ts";
export { createKeyQueue, type KeyQueue, type KeyQueueOptions } from "./time/key-queue.ts";
export { runResting } from "./time/run-resting.ts";
export {
  type MicroTime,
  parseMicroTime,
  parseSeconds,
  parseTime,
  printMicroTime,
  printTime,
  printTimeSeconds,
  toMicroTime,
} from "./time/time.ts";
export { appendAll } from "./value/append-all.ts";
export { maxOf, minOf } from "./value/extremes.ts";
export {
  deepCopy,
  deepEqual,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setOwn,
} from "./value/json-value.ts";
export { once } from "./value/once.ts";
export type { Parsed } from "./value/parsed.ts";
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
} from "./value/read-json.ts";
export { encodeYaml, printYaml } from "./yaml/encode-yaml.ts";
export { maxPrintedYaml } from "./yaml/print-yaml-string.ts";
export { YamlSyntaxError } from "./yaml/yaml-syntax-error.ts";
