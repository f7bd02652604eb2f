import type { SchemaMap } from "../schema-map.ts";

/** See the README beside this file. */
export const apiextensionsV1: SchemaMap = {
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition": {
    description: "A column of the table that clients show.",
    type: "object",
    required: ["name", "type", "jsonPath"],
    properties: {
      description: { description: "What the column shows, for people.", type: "string" },
      format: {
        description: 'How the value is written, as in OpenAPI; "name" marks the name of the object.',
        type: "string",
      },
      jsonPath: { description: "Where in the object the value is found.", type: "string", default: "" },
      name: { description: "The heading.", type: "string", default: "" },
      priority: {
        description: "0 is always shown; anything higher only where there is room.",
        type: "integer",
        format: "int32",
      },
      type: { description: "The type of the value, as in OpenAPI.", type: "string", default: "" },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion": {
    description: "How objects get from one version to another.",
    type: "object",
    required: ["strategy"],
    properties: {
      strategy: {
        description: '"None" changes nothing but apiVersion; "Webhook" asks a service.',
        type: "string",
        default: "",
      },
      webhook: {
        description: 'Whom to ask. Required if, and only if, the strategy is "Webhook".',
        allOf: [
          { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion" },
        ],
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition": {
    description: "A kind of objects to be served. Its name is <names.plural>.<group>.",
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every object has: its name, labels, annotations and what the server keeps about it.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description: "What shall be served.",
        default: {},
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec",
          },
        ],
      },
      status: {
        description: "What is served.",
        default: {},
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus",
          },
        ],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition", version: "v1" },
    ],
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition": {
    description: "One thing that is known about the state of a definition.",
    type: "object",
    required: ["type", "status"],
    properties: {
      lastTransitionTime: {
        description: "When the status of this condition last changed.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      message: { description: "The reason for a person.", type: "string" },
      observedGeneration: {
        description: "The generation of the definition that this was said about.",
        type: "integer",
        format: "int64",
      },
      reason: { description: "The reason for a program: one word in CamelCase.", type: "string" },
      status: { description: "True, False or Unknown.", type: "string", default: "" },
      type: {
        description: "What the condition is about: Established, NamesAccepted, Terminating and others.",
        type: "string",
        default: "",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList": {
    description: "A list of definitions.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      items: {
        description: "The objects of this list.",
        type: "array",
        items: {
          default: {},
          allOf: [
            {
              $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
            },
          ],
        },
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every list has: the resourceVersion it was read at, and how to read on.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "apiextensions.k8s.io", kind: "CustomResourceDefinitionList", version: "v1" },
    ],
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames": {
    description: "What objects of this kind are called.",
    type: "object",
    required: ["plural", "kind"],
    properties: {
      categories: {
        description: 'Words that stand for several kinds at once, such as "all" in `kubectl get all`.',
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
      kind: {
        description: "The kind as objects spell it, usually CamelCase and singular.",
        type: "string",
        default: "",
      },
      listKind: { description: 'The kind of lists. By default the kind with "List" behind it.', type: "string" },
      plural: {
        description: "The name in URLs: /apis/<group>/<version>/.../<plural>. Lower case.",
        type: "string",
        default: "",
      },
      shortNames: {
        description: "Abbreviations for the command line. Lower case.",
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
      singular: {
        description: "The singular for the command line. By default the kind in lower case.",
        type: "string",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec": {
    description: "What shall be served.",
    type: "object",
    required: ["group", "names", "scope", "versions"],
    properties: {
      conversion: {
        description: "How objects get from one version to another.",
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion",
          },
        ],
      },
      group: {
        description: "The API group: /apis/<group>/... It is also the second half of the definition's name.",
        type: "string",
        default: "",
      },
      names: {
        description: "What objects of this kind are called.",
        default: {},
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames",
          },
        ],
      },
      preserveUnknownFields: {
        description:
          "If true, fields that no schema names are kept. It must be false in new definitions; mark single fields with x-kubernetes-preserve-unknown-fields instead.",
        type: "boolean",
      },
      scope: { description: "Namespaced or Cluster.", type: "string", default: "" },
      versions: {
        description:
          "All versions of this kind. Discovery shows them in order: v1 before v1beta1 before v1alpha1, higher numbers first, and other names last, by the alphabet.",
        type: "array",
        items: {
          default: {},
          allOf: [
            {
              $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion",
            },
          ],
        },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus": {
    description: "What is served.",
    type: "object",
    properties: {
      acceptedNames: {
        description: "The names that are in use; they may differ from those asked for if others have them.",
        default: {},
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames",
          },
        ],
      },
      conditions: {
        description: "What is known about the state of the definition.",
        type: "array",
        items: {
          default: {},
          allOf: [
            {
              $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition",
            },
          ],
        },
        "x-kubernetes-list-map-keys": ["type"],
        "x-kubernetes-list-type": "map",
      },
      observedGeneration: {
        description: "The generation of the definition that this status was made from.",
        type: "integer",
        format: "int64",
      },
      storedVersions: {
        description:
          "Every version in which objects may rest. One can be taken out after all its objects were written anew; what is listed here cannot be taken out of spec.versions.",
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion": {
    description: "One version of a kind.",
    type: "object",
    required: ["name", "served", "storage"],
    properties: {
      additionalPrinterColumns: {
        description: "The columns of the table that clients show. By default one with the age.",
        type: "array",
        items: {
          default: {},
          allOf: [
            {
              $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition",
            },
          ],
        },
        "x-kubernetes-list-type": "atomic",
      },
      deprecated: {
        description: "If true, every request for this version is answered with a warning.",
        type: "boolean",
      },
      deprecationWarning: { description: "The text of that warning; there is one by default.", type: "string" },
      name: {
        description: 'The version\'s name, such as "v1" or "v2beta1", as in /apis/<group>/<version>/...',
        type: "string",
        default: "",
      },
      schema: {
        description: "What objects of this version may look like: for pruning, defaults and validation.",
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation",
          },
        ],
      },
      selectableFields: {
        description: "Fields that field selectors may name. At most eight.",
        type: "array",
        items: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField" },
          ],
        },
        "x-kubernetes-list-type": "atomic",
      },
      served: { description: "Whether this version can be asked for.", type: "boolean", default: false },
      storage: {
        description: "Whether objects are stored in this version. True for exactly one.",
        type: "boolean",
        default: false,
      },
      subresources: {
        description: "Which parts of an object have a path of their own.",
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources",
          },
        ],
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale": {
    description: "Where the scale subresource finds its values.",
    type: "object",
    required: ["specReplicasPath", "statusReplicasPath"],
    properties: {
      labelSelectorPath: {
        description:
          "Where the label selector, as text, is found: a field under .status or .spec. Autoscalers need it.",
        type: "string",
      },
      specReplicasPath: {
        description: "Where the wanted number of replicas is found: a field under .spec. No list on the way.",
        type: "string",
        default: "",
      },
      statusReplicasPath: {
        description: "Where the present number of replicas is found: a field under .status. No list on the way.",
        type: "string",
        default: "",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus": {
    description:
      "Gives objects the path /status. Writing there changes .status alone; writing elsewhere leaves it as it is.",
    type: "object",
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources": {
    description: "Parts of an object that have a path of their own.",
    type: "object",
    properties: {
      scale: {
        description: "The path /scale, which shows and takes an autoscaling/v1 Scale.",
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale",
          },
        ],
      },
      status: {
        description: "The path /status. Writing there changes .status alone; writing elsewhere leaves it as it is.",
        allOf: [
          {
            $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus",
          },
        ],
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation": {
    description: "How objects are judged.",
    type: "object",
    properties: {
      openAPIV3Schema: {
        description: "The schema, in OpenAPI v3.",
        allOf: [
          { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
        ],
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation": {
    description: "Where to read more.",
    type: "object",
    properties: { description: { type: "string" }, url: { type: "string" } },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": { description: "Any JSON value." },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps": {
    description: "A schema as in JSON Schema draft 4, as far as OpenAPI v3 and structural schemas allow.",
    type: "object",
    properties: {
      $ref: { type: "string" },
      $schema: { type: "string" },
      additionalItems: {
        $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool",
      },
      additionalProperties: {
        $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool",
      },
      allOf: {
        type: "array",
        items: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
          ],
        },
        "x-kubernetes-list-type": "atomic",
      },
      anyOf: {
        type: "array",
        items: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
          ],
        },
        "x-kubernetes-list-type": "atomic",
      },
      default: {
        description: "The value of a field that is left out.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON" }],
      },
      definitions: {
        type: "object",
        additionalProperties: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
          ],
        },
      },
      dependencies: {
        type: "object",
        additionalProperties: {
          $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
        },
      },
      description: { type: "string" },
      enum: {
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON" },
        "x-kubernetes-list-type": "atomic",
      },
      example: { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON" },
      exclusiveMaximum: { type: "boolean" },
      exclusiveMinimum: { type: "boolean" },
      externalDocs: {
        $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation",
      },
      format: {
        description:
          "How the value is written: bsonobjectid, uri, email, hostname, ipv4, ipv6, cidr, mac, uuid, uuid3, uuid4, uuid5, isbn, isbn10, isbn13, creditcard, ssn, hexcolor, rgbcolor, byte, password, date, duration, datetime. Others are not checked.",
        type: "string",
      },
      id: { type: "string" },
      items: {
        $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray",
      },
      maxItems: { type: "integer", format: "int64" },
      maxLength: { type: "integer", format: "int64" },
      maxProperties: { type: "integer", format: "int64" },
      maximum: { type: "number", format: "double" },
      minItems: { type: "integer", format: "int64" },
      minLength: { type: "integer", format: "int64" },
      minProperties: { type: "integer", format: "int64" },
      minimum: { type: "number", format: "double" },
      multipleOf: { type: "number", format: "double" },
      not: { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
      nullable: { type: "boolean" },
      oneOf: {
        type: "array",
        items: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
          ],
        },
        "x-kubernetes-list-type": "atomic",
      },
      pattern: { type: "string" },
      patternProperties: {
        type: "object",
        additionalProperties: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
          ],
        },
      },
      properties: {
        type: "object",
        additionalProperties: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps" },
          ],
        },
      },
      required: { type: "array", items: { type: "string", default: "" }, "x-kubernetes-list-type": "atomic" },
      title: { type: "string" },
      type: { type: "string" },
      uniqueItems: { type: "boolean" },
      "x-kubernetes-embedded-resource": {
        description: "If true, the value is a whole object with apiVersion, kind and metadata, which are checked too.",
        type: "boolean",
      },
      "x-kubernetes-int-or-string": { description: "If true, the value is an integer or a string.", type: "boolean" },
      "x-kubernetes-key-mutability": {
        description: "The same for the keys of a map or the items of a list, whose values may still change.",
        type: "string",
      },
      "x-kubernetes-list-map-keys": {
        description: 'The fields that together tell one item of a list of type "map" from the others.',
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
      "x-kubernetes-list-type": {
        description:
          '"atomic": the list is one value; "set": items are unique scalars; "map": items are objects told apart by their keys.',
        type: "string",
      },
      "x-kubernetes-map-type": {
        description: '"granular": each field has its own owner; "atomic": the object is one value.',
        type: "string",
      },
      "x-kubernetes-mutability": {
        description:
          'How the field may change once the object exists: "Immutable" not at all, "AddOnly" it may be set but not changed or removed, "RemoveOnly" it may be removed but not set.',
        type: "string",
      },
      "x-kubernetes-preserve-unknown-fields": {
        description: "If true, fields that the schema does not name are kept.",
        type: "boolean",
      },
      "x-kubernetes-unions": {
        description: "Groups of fields of which one may be set: setting another clears the rest.",
        type: "array",
        items: { type: "object" },
        "x-kubernetes-list-type": "atomic",
      },
      "x-kubernetes-validations": {
        description: "Rules in CEL that the value must obey.",
        type: "array",
        items: {
          default: {},
          allOf: [
            { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule" },
          ],
        },
        "x-kubernetes-list-map-keys": ["rule"],
        "x-kubernetes-list-type": "map",
        "x-kubernetes-patch-merge-key": "rule",
        "x-kubernetes-patch-strategy": "merge",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray": {
    description: "A schema, or a list of them.",
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool": {
    description: "A schema, or a boolean.",
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray": {
    description: "A schema, or a list of strings.",
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField": {
    description: "A field that field selectors may name.",
    type: "object",
    required: ["jsonPath"],
    properties: {
      jsonPath: {
        description:
          "Where the field is: a simple path to a string, boolean or integer, with no list on the way. Required.",
        type: "string",
        default: "",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference": {
    description: "A Service to be called.",
    type: "object",
    required: ["namespace", "name"],
    properties: {
      name: { description: "The name of the Service. Required.", type: "string", default: "" },
      namespace: { description: "The namespace of the Service. Required.", type: "string", default: "" },
      path: { description: "The path of the URL.", type: "string" },
      port: { description: "The port of the Service; 443 by default.", type: "integer", format: "int32" },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule": {
    description: "A rule in CEL.",
    type: "object",
    required: ["rule"],
    properties: {
      fieldPath: {
        description:
          'Where errors are reported, seen from the place of the rule, such as ".a.b" or ".c[\'d e\']". By default the place of the rule.',
        type: "string",
      },
      message: { description: "What is said when the rule is broken. By default the rule itself.", type: "string" },
      messageExpression: {
        description: "An expression that makes the message; if it fails, message is used.",
        type: "string",
      },
      optionalOldSelf: {
        description: "If true, the rule is also run when there is no old value; oldSelf is then optional.",
        type: "boolean",
      },
      reason: {
        description: "The reason given to clients. By default FieldValueInvalid.",
        type: "string",
        enum: ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"],
      },
      rule: {
        description:
          "The expression: true if the value, which it calls self, is right. A rule that names oldSelf runs on updates only.",
        type: "string",
        default: "",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig": {
    description: "How to reach a webhook: by url or by service, one of them.",
    type: "object",
    properties: {
      caBundle: {
        description:
          "Who must have signed the certificate of the webhook: PEM in base64. By default those whom the server's system trusts.",
        type: "string",
        format: "byte",
      },
      service: {
        description: "The Service to call, if it runs in the cluster.",
        allOf: [
          { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference" },
        ],
      },
      url: {
        description: "The address to call: https://host[:port]/path, without user, query and fragment.",
        type: "string",
      },
    },
  },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion": {
    description: "A webhook that converts objects.",
    type: "object",
    required: ["conversionReviewVersions"],
    properties: {
      clientConfig: {
        description: "How to reach it.",
        allOf: [
          { $ref: "#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig" },
        ],
      },
      conversionReviewVersions: {
        description: "The versions of ConversionReview that it understands, best first.",
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
};
