/** See the README beside this file. */
export const apiextensionsV1: Readonly<Record<string, string>> = {
  CustomResourceColumnDefinition: "A column of the table that clients show.",
  "CustomResourceColumnDefinition/description": "What the column shows, for people.",
  "CustomResourceColumnDefinition/format":
    'How the value is written, as in OpenAPI; "name" marks the name of the object.',
  "CustomResourceColumnDefinition/jsonPath": "Where in the object the value is found.",
  "CustomResourceColumnDefinition/name": "The heading.",
  "CustomResourceColumnDefinition/priority": "0 is always shown; anything higher only where there is room.",
  "CustomResourceColumnDefinition/type": "The type of the value, as in OpenAPI.",
  CustomResourceConversion: "How objects get from one version to another.",
  "CustomResourceConversion/strategy": '"None" changes nothing but apiVersion; "Webhook" asks a service.',
  "CustomResourceConversion/webhook": 'Whom to ask. Required if, and only if, the strategy is "Webhook".',
  CustomResourceDefinition: "A kind of objects to be served. Its name is <names.plural>.<group>.",
  "CustomResourceDefinition/spec": "What shall be served.",
  "CustomResourceDefinition/status": "What is served.",
  CustomResourceDefinitionCondition: "One thing that is known about the state of a definition.",
  "CustomResourceDefinitionCondition/lastTransitionTime": "When the status of this condition last changed.",
  "CustomResourceDefinitionCondition/message": "The reason for a person.",
  "CustomResourceDefinitionCondition/observedGeneration": "The generation of the definition that this was said about.",
  "CustomResourceDefinitionCondition/reason": "The reason for a program: one word in CamelCase.",
  "CustomResourceDefinitionCondition/status": "True, False or Unknown.",
  "CustomResourceDefinitionCondition/type":
    "What the condition is about: Established, NamesAccepted, Terminating and others.",
  CustomResourceDefinitionList: "A list of definitions.",
  "CustomResourceDefinitionList/metadata":
    "What every list has: the resourceVersion it was read at, and how to read on.",
  CustomResourceDefinitionNames: "What objects of this kind are called.",
  "CustomResourceDefinitionNames/categories":
    'Words that stand for several kinds at once, such as "all" in `kubectl get all`.',
  "CustomResourceDefinitionNames/kind": "The kind as objects spell it, usually CamelCase and singular.",
  "CustomResourceDefinitionNames/listKind": 'The kind of lists. By default the kind with "List" behind it.',
  "CustomResourceDefinitionNames/plural": "The name in URLs: /apis/<group>/<version>/.../<plural>. Lower case.",
  "CustomResourceDefinitionNames/shortNames": "Abbreviations for the command line. Lower case.",
  "CustomResourceDefinitionNames/singular": "The singular for the command line. By default the kind in lower case.",
  CustomResourceDefinitionSpec: "What shall be served.",
  "CustomResourceDefinitionSpec/conversion": "How objects get from one version to another.",
  "CustomResourceDefinitionSpec/group":
    "The API group: /apis/<group>/... It is also the second half of the definition's name.",
  "CustomResourceDefinitionSpec/names": "What objects of this kind are called.",
  "CustomResourceDefinitionSpec/preserveUnknownFields":
    "If true, fields that no schema names are kept. It must be false in new definitions; mark single fields with x-kubernetes-preserve-unknown-fields instead.",
  "CustomResourceDefinitionSpec/scope": "Namespaced or Cluster.",
  "CustomResourceDefinitionSpec/versions":
    "All versions of this kind. Discovery shows them in order: v1 before v1beta1 before v1alpha1, higher numbers first, and other names last, by the alphabet.",
  CustomResourceDefinitionStatus: "What is served.",
  "CustomResourceDefinitionStatus/acceptedNames":
    "The names that are in use; they may differ from those asked for if others have them.",
  "CustomResourceDefinitionStatus/conditions": "What is known about the state of the definition.",
  "CustomResourceDefinitionStatus/observedGeneration":
    "The generation of the definition that this status was made from.",
  "CustomResourceDefinitionStatus/storedVersions":
    "Every version in which objects may rest. One can be taken out after all its objects were written anew; what is listed here cannot be taken out of spec.versions.",
  CustomResourceDefinitionVersion: "One version of a kind.",
  "CustomResourceDefinitionVersion/additionalPrinterColumns":
    "The columns of the table that clients show. By default one with the age.",
  "CustomResourceDefinitionVersion/deprecated": "If true, every request for this version is answered with a warning.",
  "CustomResourceDefinitionVersion/deprecationWarning": "The text of that warning; there is one by default.",
  "CustomResourceDefinitionVersion/name":
    'The version\'s name, such as "v1" or "v2beta1", as in /apis/<group>/<version>/...',
  "CustomResourceDefinitionVersion/schema":
    "What objects of this version may look like: for pruning, defaults and validation.",
  "CustomResourceDefinitionVersion/selectableFields": "Fields that field selectors may name. At most eight.",
  "CustomResourceDefinitionVersion/served": "Whether this version can be asked for.",
  "CustomResourceDefinitionVersion/storage": "Whether objects are stored in this version. True for exactly one.",
  "CustomResourceDefinitionVersion/subresources": "Which parts of an object have a path of their own.",
  CustomResourceSubresourceScale: "Where the scale subresource finds its values.",
  "CustomResourceSubresourceScale/labelSelectorPath":
    "Where the label selector, as text, is found: a field under .status or .spec. Autoscalers need it.",
  "CustomResourceSubresourceScale/specReplicasPath":
    "Where the wanted number of replicas is found: a field under .spec. No list on the way.",
  "CustomResourceSubresourceScale/statusReplicasPath":
    "Where the present number of replicas is found: a field under .status. No list on the way.",
  CustomResourceSubresourceStatus:
    "Gives objects the path /status. Writing there changes .status alone; writing elsewhere leaves it as it is.",
  CustomResourceSubresources: "Parts of an object that have a path of their own.",
  "CustomResourceSubresources/scale": "The path /scale, which shows and takes an autoscaling/v1 Scale.",
  "CustomResourceSubresources/status":
    "The path /status. Writing there changes .status alone; writing elsewhere leaves it as it is.",
  CustomResourceValidation: "How objects are judged.",
  "CustomResourceValidation/openAPIV3Schema": "The schema, in OpenAPI v3.",
  ExternalDocumentation: "Where to read more.",
  JSON: "Any JSON value.",
  JSONSchemaProps: "A schema as in JSON Schema draft 4, as far as OpenAPI v3 and structural schemas allow.",
  "JSONSchemaProps/default": "The value of a field that is left out.",
  "JSONSchemaProps/format":
    "How the value is written: bsonobjectid, uri, email, hostname, ipv4, ipv6, cidr, mac, uuid, uuid3, uuid4, uuid5, isbn, isbn10, isbn13, creditcard, ssn, hexcolor, rgbcolor, byte, password, date, duration, datetime. Others are not checked.",
  "JSONSchemaProps/x-kubernetes-embedded-resource":
    "If true, the value is a whole object with apiVersion, kind and metadata, which are checked too.",
  "JSONSchemaProps/x-kubernetes-int-or-string": "If true, the value is an integer or a string.",
  "JSONSchemaProps/x-kubernetes-key-mutability":
    "The same for the keys of a map or the items of a list, whose values may still change.",
  "JSONSchemaProps/x-kubernetes-list-map-keys":
    'The fields that together tell one item of a list of type "map" from the others.',
  "JSONSchemaProps/x-kubernetes-list-type":
    '"atomic": the list is one value; "set": items are unique scalars; "map": items are objects told apart by their keys.',
  "JSONSchemaProps/x-kubernetes-map-type":
    '"granular": each field has its own owner; "atomic": the object is one value.',
  "JSONSchemaProps/x-kubernetes-mutability":
    'How the field may change once the object exists: "Immutable" not at all, "AddOnly" it may be set but not changed or removed, "RemoveOnly" it may be removed but not set.',
  "JSONSchemaProps/x-kubernetes-preserve-unknown-fields": "If true, fields that the schema does not name are kept.",
  "JSONSchemaProps/x-kubernetes-unions": "Groups of fields of which one may be set: setting another clears the rest.",
  "JSONSchemaProps/x-kubernetes-validations": "Rules in CEL that the value must obey.",
  JSONSchemaPropsOrArray: "A schema, or a list of them.",
  JSONSchemaPropsOrBool: "A schema, or a boolean.",
  JSONSchemaPropsOrStringArray: "A schema, or a list of strings.",
  SelectableField: "A field that field selectors may name.",
  "SelectableField/jsonPath":
    "Where the field is: a simple path to a string, boolean or integer, with no list on the way. Required.",
  ServiceReference: "A Service to be called.",
  "ServiceReference/name": "The name of the Service. Required.",
  "ServiceReference/namespace": "The namespace of the Service. Required.",
  "ServiceReference/path": "The path of the URL.",
  "ServiceReference/port": "The port of the Service; 443 by default.",
  ValidationRule: "A rule in CEL.",
  "ValidationRule/fieldPath":
    'Where errors are reported, seen from the place of the rule, such as ".a.b" or ".c[\'d e\']". By default the place of the rule.',
  "ValidationRule/message": "What is said when the rule is broken. By default the rule itself.",
  "ValidationRule/messageExpression": "An expression that makes the message; if it fails, message is used.",
  "ValidationRule/optionalOldSelf":
    "If true, the rule is also run when there is no old value; oldSelf is then optional.",
  "ValidationRule/reason": "The reason given to clients. By default FieldValueInvalid.",
  "ValidationRule/rule":
    "The expression: true if the value, which it calls self, is right. A rule that names oldSelf runs on updates only.",
  WebhookClientConfig: "How to reach a webhook: by url or by service, one of them.",
  "WebhookClientConfig/caBundle":
    "Who must have signed the certificate of the webhook: PEM in base64. By default those whom the server's system trusts.",
  "WebhookClientConfig/service": "The Service to call, if it runs in the cluster.",
  "WebhookClientConfig/url": "The address to call: https://host[:port]/path, without user, query and fragment.",
  WebhookConversion: "A webhook that converts objects.",
  "WebhookConversion/clientConfig": "How to reach it.",
  "WebhookConversion/conversionReviewVersions": "The versions of ConversionReview that it understands, best first.",
};
