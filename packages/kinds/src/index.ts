export { checkWebhookService } from "./builtin/admissionregistration/check-webhook-service.ts";
export { checkWebhookUrl } from "./builtin/admissionregistration/check-webhook-url.ts";
export {
  asDefinition,
  type ColumnDefinition,
  type Condition,
  type Conversion,
  type Definition,
  type DefinitionNames,
  type DefinitionSpec,
  type DefinitionStatus,
  type DefinitionVersion,
  findCondition,
  hasTrueCondition,
  type Subresources,
  schemaJsonOf,
  storageVersionOf,
  versionsOf,
  type WebhookClientConfig,
} from "./builtin/apiextensions/definition.ts";
export { type NewCondition, withCondition } from "./builtin/apiextensions/with-condition.ts";
export { LOCAL_MESSAGE, LOCAL_REASON } from "./builtin/apiregistration/api-service.ts";
export { readRequestOrganizations } from "./builtin/certificates/read-request-organizations.ts";
export { PORT_CLAIM_PREFIX } from "./builtin/core/claim-service-numbers.ts";
export { podResources } from "./builtin/core/pod-resources.ts";
export { qosClass } from "./builtin/core/qos-class.ts";
export {
  addResources,
  haveSameAmounts,
  type ResourceList,
  raiseResources,
  readResourceList,
} from "./builtin/core/resource-list.ts";
export { setPodCondition } from "./builtin/core/set-condition.ts";
export type { Declaration } from "./builtin/declaration.ts";
export { findRepeats } from "./builtin/find-repeats.ts";
export { declarations } from "./builtin/index.ts";
export {
  type MarkedField,
  type MarkedFields,
  type MarkedTypes,
  markedTypes,
  publishedName,
} from "./builtin/marked-types.ts";
export { NAMESPACE_FINALIZER } from "./builtin/namespace.ts";
export { nativeResources } from "./builtin/native-resources.ts";
export { questionOf } from "./builtin/question-of.ts";
export {
  coversUrl,
  type PolicyRule,
  readRules,
  ruleCoversKind,
  ruleCoversName,
  writeRule,
} from "./builtin/rbac/policy-rule.ts";
export { SCALE_KIND, scaleFields, scaleOf, setReplicas, viewScale } from "./builtin/scale.ts";
export { tokenRequestOf } from "./builtin/token-request.ts";
export { isConditionTrue } from "./builtin/validate-conditions.ts";
export {
  admissionTypes,
  namespaceType,
  requestType,
  USER_FIELDS,
  userType,
  variablesType,
} from "./expressions/admission-declarations.ts";
export {
  type AdmissionExpressions,
  type CompiledExpression,
  checkType,
  compileExpression,
  createAdmissionExpressions,
  type ExpressionUse,
} from "./expressions/admission-expressions.ts";
export { faultsOf } from "./expressions/check-expression.ts";
export { createFieldsProvider, type Fields } from "./expressions/fields-provider.ts";
export { findMisnamed, MadeObject, toJson } from "./expressions/made-object.ts";
export {
  type ConditionVerdict,
  compileMatchConditions,
  type MatchConditions,
  printConditionErrors,
} from "./expressions/match-conditions.ts";
export { createFieldConverter } from "./field-map/field-converter.ts";
export {
  FIELD_MAP_ANNOTATION,
  type FieldMap,
  type MappedField,
  parseFieldMap,
  placesIn,
  printPlace,
} from "./field-map/field-map.ts";
export { KEPT_ANNOTATION } from "./field-map/map-fields.ts";
export { schemaAt, shapeDifferences, shapeOf } from "./field-map/schema-shape.ts";
export { goName } from "./go/print-go-struct.ts";
export { packages } from "./natives/data/index.ts";
export { compileNativePrune } from "./natives/decode-native.ts";
export { wasAnyGivenEmpty, wasGivenEmpty, withGivenEmpty } from "./natives/given-empty.ts";
export { embeddingOf } from "./natives/go-field-name.ts";
export { GO_TYPE_META, NO_KIND } from "./natives/go-type-meta.ts";
export { inGoOrder } from "./natives/in-go-order.ts";
export type { Marks } from "./natives/marks.ts";
export type {
  NativeField,
  NativeType,
  NativeUnion,
  ScalarForm,
  ScalarType,
  StructType,
} from "./natives/native-type.ts";
export type { PackageText, ResourceFacts } from "./natives/package-text.ts";
export { publishedDefault, zeroDefault } from "./natives/published-default.ts";
export { typeLibrary } from "./natives/type-library.ts";
export { LENIENT, nativeUnions } from "./natives/unions.ts";
export { DESCRIPTIONS } from "./openapi/index.ts";
export { createFlowProjection, FLOW_PREFIXES, type FlowProjection } from "./projections/flow-projection.ts";
export {
  createNamespaceProjection,
  NAMESPACE_PREFIX,
  type NamespaceProjection,
} from "./projections/namespace-projection.ts";
export { parseServiceNetwork, type ServiceNetwork } from "./projections/service-network.ts";
export {
  clusterIpsOf,
  createServiceNumbers,
  IP_ADDRESS_PREFIX,
  isManagedAddress,
  makeIpAddress,
  nodePortsOf,
  parentOf,
  SERVICE_PREFIX,
  type ServiceNumbers,
} from "./projections/service-numbers.ts";
export { createSettings, SETTING_PREFIXES, type Settings } from "./projections/settings.ts";
export { decodeBase64, encodeBase64 } from "./protobuf/base64.ts";
export { envelopeAround, isEnvelope } from "./protobuf/envelope.ts";
export { createProtobuf, type ObjectType, type OpenedMessage, type Protobuf } from "./protobuf/protobuf.ts";
export { encodeWatchFrame } from "./protobuf/watch-frame.ts";
export { builtInDialect } from "./resource/built-in-dialect.ts";
export { customDialect } from "./resource/custom-dialect.ts";
export type { DeleteOptions, Propagation } from "./resource/delete-options.ts";
export type { Dialect } from "./resource/dialect.ts";
export { allFeatures, type BuiltInSettings, type FeatureGates } from "./resource/feature-gates.ts";
export { accessorFault, followFieldPath } from "./resource/field-path-value.ts";
export { headOf, headOfMetadata } from "./resource/head-of.ts";
export type { HeadEntry, HeadSnapshot, HeadSource, HeadTerm, WantedHeads } from "./resource/head-snapshot.ts";
export type { KindContext, KindServices } from "./resource/kind-services.ts";
export { createKinds, type Kinds } from "./resource/kinds.ts";
export { lazyFieldTypes } from "./resource/lazy-field-types.ts";
export { lazySchema } from "./resource/lazy-schema.ts";
export { createLifetime, type Lifetime } from "./resource/lifetime.ts";
export { MEDIA_TYPES, STREAM_MEDIA_TYPES } from "./resource/media-types.ts";
export {
  type Actor,
  type ActorDeletion,
  type Configuration,
  type Creation,
  createActor,
  type ObjectChange,
  type ObjectWriter,
  type Place,
  SERVER_ACTOR,
} from "./resource/object-writer.ts";
export type { PatchField, PatchType } from "./resource/patch-type.ts";
export {
  checkReadable,
  convertObject,
  type LiveObject,
  openObject,
  readEncoded,
  readLiveObject,
  readServedBytes,
  readStoredObject,
  servedStart,
  setResourceVersion,
  toServed,
  toStoredVersion,
} from "./resource/read-object.ts";
export { createRegistry, isListed, type Registry, type ServedVersion } from "./resource/registry.ts";
export { replicasPathOf } from "./resource/replicas-path.ts";
export {
  apiVersionOf,
  type Column,
  groupResourceOf,
  type Protection,
  type RemoteConvert,
  type Resource,
  type ResourceNames,
  type ScalePaths,
  type Serving,
  type Storage,
  type Subresource,
  statusKeepsMetadata,
  storeKey,
} from "./resource/resource.ts";
export { storageStamp } from "./resource/storage-stamp.ts";
export type { Allocation, Strategy } from "./resource/strategy.ts";
export { subresourcesOf } from "./resource/subresources-of.ts";
export { toStoredValue } from "./resource/to-stored-value.ts";
export { peekObject } from "./stored/peek-object.ts";
export type { ProjectedEvent } from "./stored/projected-event.ts";
export type { Projection } from "./stored/projection.ts";
export { removeIfUnreadable } from "./stored/remove-if-unreadable.ts";
export { sha256 } from "./stored/sha256.ts";
export { decodeStoredJson } from "./stored/stored-json.ts";
export {
  CONVERTED_STAMP,
  decodeStoredValue,
  type EncodedObject,
  encodeObject,
  findMetadata,
  type Head,
  hasOnlyUid,
  isReadableValue,
  markStale,
  NO_STAMP,
  openStoredValue,
  parseHead,
  readHead,
  readHeadText,
  type SealedObject,
  STALE_STAMP,
  sealObject,
  toServedJson,
} from "./stored/stored-value.ts";
export {
  createEncryptedStore,
  type EncryptedStore,
  type FindCipher,
  type ValueCipher,
} from "./stores/encrypted-store.ts";
export { createJsonStore } from "./stores/json-store.ts";
export { createKubernetesKeys } from "./stores/kubernetes-keys.ts";
export { printRegistryKey } from "./stores/print-registry-key.ts";
export { strategicMergePatch } from "./strategic-patch/strategic-merge-patch.ts";
export { StrategicPatchError } from "./strategic-patch/strategic-patch-error.ts";
export { AGE } from "./table/age-column.ts";
export { autoscalingCells } from "./table/autoscaling.ts";
export type { Cells } from "./table/cells.ts";
export { coreCells } from "./table/core.ts";
export { printHumanDuration } from "./table/human-duration.ts";
export { discoveryCells, networkingCells } from "./table/networking.ts";
export { otherCells } from "./table/others.ts";
export { podConditions } from "./table/pods.ts";
export { admissionCells, certificatesCells, flowcontrolCells, policyCells, rbacCells } from "./table/policies.ts";
export {
  AGE_COLUMN,
  CREATED_DESCRIPTION,
  column,
  metadataField,
  NAME_COLUMN,
  nameOf,
  type RowPrinter,
} from "./table/row-printer.ts";
export { storageCells, volumeCells } from "./table/storage.ts";
export { appsCells, batchCells } from "./table/workloads.ts";
