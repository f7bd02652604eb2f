/** Descriptions of apiextensions.k8s.io/v1. The README beside this file explains the format. */
export const apiextensionsV1 = `
CustomResourceDefinition: A custom resource to serve. Its name must be <spec.names.plural>.<spec.group>.
  spec: Desired state of the CustomResourceDefinition: names, scope and versions.
  status: Observed state of the CustomResourceDefinition: accepted names, conditions and stored versions.
CustomResourceDefinitionList: A list of CustomResourceDefinitions.
  metadata: Standard list metadata: the resourceVersion of the list and the token for the next page.
CustomResourceDefinitionSpec: Desired state of a CustomResourceDefinition.
  conversion: How objects are converted between versions. By default only apiVersion changes.
  group: API group, as in /apis/<group>. A DNS subdomain. Cannot be changed.
  names: Names of the resource and its kind.
  preserveUnknownFields: Whether unknown fields are kept instead of pruned. Must be false; mark single fields with x-kubernetes-preserve-unknown-fields instead.
  scope: Namespaced or Cluster. Cannot be changed.
  versions: All versions, at least one, of which exactly one is the storage version. Discovery orders them: v2, v1, v1beta1, v1alpha1, then other names alphabetically.
CustomResourceDefinitionNames: Names of a custom resource.
  categories: Groups of resources this one belongs to, such as "all" in kubectl get all.
  kind: Kind of the objects, in CamelCase and singular.
  listKind: Kind of lists. Defaults to the kind with "List" appended.
  plural: Plural name in URLs: /apis/<group>/<version>/.../<plural>. A lower-case DNS label.
  shortNames: Abbreviations for the command line. Lower-case.
  singular: Singular name for the command line. Defaults to the kind in lower case.
CustomResourceDefinitionVersion: A version of a custom resource.
  additionalPrinterColumns: Columns of kubectl get. Defaults to the age of the object.
  deprecated: Whether requests for this version return a warning. Defaults to false.
  deprecationWarning: Text of that warning. Only with deprecated. Defaults to a sentence that names the version.
  name: Name of the version, such as v1 or v2beta1, as in /apis/<group>/<version>.
  schema: Schema used for pruning, defaulting and validation. Required.
  selectableFields: Fields that field selectors can use, besides metadata.name and metadata.namespace. At most 8.
  served: Whether the API serves this version.
  storage: Whether this is the storage version. True for exactly one version.
  subresources: Subresources of this version: status and scale.
CustomResourceDefinitionStatus: Observed state of a CustomResourceDefinition.
  acceptedNames: Names in use. They differ from spec.names if those conflict with another CustomResourceDefinition.
  conditions: Conditions such as Established, NamesAccepted, NonStructuralSchema and Terminating, by type.
  observedGeneration: metadata.generation that this status reflects.
  storedVersions: Versions in which objects may be stored. Remove one after migrating its objects; while listed here, it cannot be removed from spec.versions.
CustomResourceDefinitionCondition: One condition of a CustomResourceDefinition.
  lastTransitionTime: Time at which status last changed.
  message: Human-readable detail of the last transition.
  observedGeneration: metadata.generation that the condition reflects.
  reason: Short CamelCase reason of the last transition.
  status: True, False or Unknown.
  type: Established, NamesAccepted, NonStructuralSchema, Terminating, KubernetesAPIApprovalPolicyConformant or StorageMigrating.
CustomResourceColumnDefinition: A column of kubectl get.
  description: Description of the column.
  format: OpenAPI format of the value. "name" marks the column with the object's name.
  jsonPath: Simple JSON path of the value, such as .spec.replicas.
  name: Heading of the column.
  priority: 0 is always shown, a higher number only in wide output. Defaults to 0.
  type: OpenAPI type of the value: integer, number, string, boolean or date.
CustomResourceConversion: Conversion between the versions of a custom resource.
  strategy: None changes only apiVersion, Webhook calls a conversion webhook. Defaults to None.
  webhook: The conversion webhook. Required for strategy Webhook, forbidden otherwise.
WebhookConversion: A conversion webhook.
  clientConfig: How to call the webhook.
  conversionReviewVersions: Versions of ConversionReview the webhook supports, in order of preference. The first one the server knows is used.
WebhookClientConfig: How to call a webhook: by url or by service, exactly one of them.
  caBundle: PEM certificates to verify the server certificate with, base64 in JSON. Defaults to the system's trusted roots.
  service: Service of the cluster to call.
  url: URL to call: https://host[:port]/path, without user, query or fragment.
ServiceReference: A Service to call.
  name: Name of the Service.
  namespace: Namespace of the Service.
  path: Path of the URL.
  port: Port of the Service, 1 to 65535. Defaults to 443.
CustomResourceSubresources: Subresources of a custom resource.
  scale: Serves /scale with an autoscaling/v1 Scale, as kubectl scale and autoscalers use it.
  status: Serves /status. Writes there change only .status, writes to the main resource never do.
CustomResourceSubresourceStatus: The status subresource. It has no settings.
CustomResourceSubresourceScale: The scale subresource.
  labelSelectorPath: JSON path under .status or .spec of a label selector in text form. HorizontalPodAutoscalers need it.
  specReplicasPath: JSON path under .spec of the desired number of replicas.
  statusReplicasPath: JSON path under .status of the current number of replicas.
CustomResourceValidation: Schema of a custom resource.
  openAPIV3Schema: Structural OpenAPI v3 schema.
SelectableField: A field that field selectors can use.
  jsonPath: Simple JSON path of a string, boolean or integer, without array indexes. Must not point into metadata.
ExternalDocumentation: A link to further documentation.
  description: Text of the link.
  url: URL of the documentation.
JSON: Any JSON value.
JSONSchemaProps: A JSON Schema (draft 4), within the bounds of OpenAPI v3 and of structural schemas.
  id: Not supported in a CRD.
  $schema: Not supported in a CRD.
  $ref: Not supported in a CRD.
  description: Text that kubectl explain prints.
  type: object, array, string, integer, number or boolean. Required, except for int-or-string and preserved unknown fields.
  title: Title of the schema, for documentation only.
  maximum: Largest valid number.
  exclusiveMaximum: Whether maximum itself is invalid.
  minimum: Smallest valid number.
  exclusiveMinimum: Whether minimum itself is invalid.
  maxLength: Largest number of characters of a string. Lowers the estimated cost of CEL rules.
  minLength: Smallest number of characters of a string.
  pattern: Regular expression (RE2) that a string must match in part; ^ and $ anchor it.
  maxItems: Largest number of items of an array. Lowers the estimated cost of CEL rules.
  minItems: Smallest number of items of an array.
  uniqueItems: Must be false in a CRD; use x-kubernetes-list-type set.
  multipleOf: Number that the value must be a multiple of. Above 0.
  enum: Allowed values of the field.
  maxProperties: Largest number of fields of an object. Lowers the estimated cost of CEL rules.
  minProperties: Smallest number of fields of an object.
  required: Fields that must be set.
  allOf: Schemas that must all match. Inside, only value validation is allowed.
  oneOf: Schemas of which exactly one must match. Inside, only value validation is allowed.
  anyOf: Schemas of which at least one must match. Inside, only value validation is allowed.
  not: Schema that must not match. Inside, only value validation is allowed.
  properties: Schemas of the fields of an object, by name.
  additionalProperties: Schema of the values of a map. Excludes properties.
  patternProperties: Not supported in a CRD.
  dependencies: Not supported in a CRD.
  additionalItems: Not supported in a CRD.
  definitions: Not supported in a CRD.
  externalDocs: Link to further documentation.
  example: Example of a value, for documentation.
  nullable: Whether null is a valid value. A null is dropped otherwise where the field has a default, and rejected elsewhere. Defaults to false.
  default: Default of a field that is not set. Must be valid and may not contain unknown fields.
  format: Format of a string or number. Checked: bsonobjectid, uri, email, hostname, ipv4, ipv6, cidr, mac, uuid, uuid3, uuid4, uuid5, isbn, isbn10, isbn13, creditcard, ssn, hexcolor, rgbcolor, byte, password, date, duration, datetime. Unknown formats are ignored.
  x-kubernetes-embedded-resource: Whether the value is a Kubernetes object with apiVersion, kind and metadata, which are validated.
  x-kubernetes-int-or-string: Whether the value is an integer or a string.
  x-kubernetes-key-mutability: As x-kubernetes-mutability, for the keys of a map or the items of a list: Immutable, AddOnly or RemoveOnly. Values may still change.
  x-kubernetes-list-map-keys: Fields that identify an item of a list of type map.
  x-kubernetes-list-type: atomic (the list is replaced as a whole), set (unique scalars) or map (objects identified by x-kubernetes-list-map-keys). Defaults to atomic.
  x-kubernetes-map-type: granular (each field has its own manager) or atomic (the object is replaced as a whole). Defaults to granular.
  x-kubernetes-mutability: How the field can change after creation: Immutable (not at all), AddOnly (it can be set, not changed or removed) or RemoveOnly (it can be removed, not set or changed).
  x-kubernetes-preserve-unknown-fields: Whether fields the schema does not specify are kept instead of pruned.
  x-kubernetes-unions: Groups of fields of which at most one is set. Setting another one clears the rest and updates the discriminator.
  x-kubernetes-validations: CEL rules the value must satisfy.
JSONSchemaPropsOrArray: A schema or an array of schemas.
JSONSchemaPropsOrBool: A schema or a boolean.
JSONSchemaPropsOrStringArray: A schema or an array of strings.
ValidationRule: A CEL rule.
  fieldPath: Path at which errors are reported, relative to the rule, such as .a.b or .c['d e']. Defaults to the rule's own location.
  message: Message of a failed rule. Defaults to the rule itself.
  messageExpression: CEL expression that computes the message. message is used if it fails.
  optionalOldSelf: Whether a rule that uses oldSelf also runs without an old value; oldSelf is then an optional. Defaults to false.
  reason: Reason returned to clients: FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate. Defaults to FieldValueInvalid.
  rule: CEL expression that returns true for valid values. self is the value; a rule that uses oldSelf runs on updates only.
`;
