import type { SchemaMap } from "../schema-map.ts";

/** See the README beside this file. */
export const metaV1: SchemaMap = {
  "io.k8s.apimachinery.pkg.apis.meta.v1.APIResource": {
    description: "A resource, as discovery shows it.",
    type: "object",
    required: ["name", "singularName", "namespaced", "kind", "verbs"],
    properties: {
      categories: {
        description: "Words that stand for several resources at once.",
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
      group: { description: "The group of the kind, if it is another than that of the list.", type: "string" },
      kind: { description: "The kind of its objects.", type: "string", default: "" },
      name: { description: "The plural, with the subresource behind a slash.", type: "string", default: "" },
      namespaced: { description: "Whether its objects live in namespaces.", type: "boolean", default: false },
      shortNames: {
        description: "Abbreviations for the command line.",
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
      singularName: { description: "The singular for the command line.", type: "string", default: "" },
      storageVersionHash: {
        description: "Changes with the version in which objects are stored. Compare it; it means nothing else.",
        type: "string",
      },
      verbs: {
        description: "What can be done: get, list, watch, create, update, patch, delete, deletecollection and others.",
        type: "array",
        items: { type: "string", default: "" },
      },
      version: { description: "The version of the kind, if it is another than that of the list.", type: "string" },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList": {
    description: "The resources of one version of one group.",
    type: "object",
    required: ["groupVersion", "resources"],
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      groupVersion: { description: "The group and version.", type: "string", default: "" },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      resources: {
        description: "The resources.",
        type: "array",
        items: {
          default: {},
          allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.APIResource" }],
        },
        "x-kubernetes-list-type": "atomic",
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "APIResourceList", version: "v1" }],
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions": {
    description: "How to delete an object.",
    type: "object",
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      dryRun: {
        description: '["All"]: do everything but store the result.',
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
      gracePeriodSeconds: {
        description: "How long the object has before it is deleted. 0 is at once; by default what the kind says.",
        type: "integer",
        format: "int64",
      },
      ignoreStoreReadErrorWithClusterBreakingPotential: {
        description:
          "If true, an object that cannot be read from the store is removed without asking anything of it. This is unsafe.",
        type: "boolean",
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      orphanDependents: {
        description: "Use propagationPolicy. If true, dependents lose this owner and stay.",
        type: "boolean",
      },
      preconditions: {
        description: "What must be true of the object; otherwise nothing is deleted and the answer is 409.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions" }],
      },
      propagationPolicy: {
        description:
          'What happens to dependents: "Orphan" keeps them, "Background" deletes them afterwards, "Foreground" deletes them first.',
        type: "string",
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "DeleteOptions", version: "v1" }],
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": {
    description:
      'A set of fields as JSON: "f:<name>" is a field, "k:<keys>" an item of a keyed list, "v:<value>" an item of a set, "i:<index>" an item by its place, and "." the thing itself.',
    type: "object",
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta": {
    description: "What every list has.",
    type: "object",
    properties: {
      continue: {
        description: "Not empty if there is more: send it back in the next request to read on.",
        type: "string",
      },
      remainingItemCount: {
        description: "How many more there are, if that is known. Lists with selectors do not say.",
        type: "integer",
        format: "int64",
      },
      resourceVersion: {
        description: "The state that the list shows. Watch from here to miss nothing.",
        type: "string",
      },
      selfLink: { description: "Empty. Kept for old clients.", type: "string" },
      shardInfo: {
        description: "Which part of the whole this list is, if only a part was asked for.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo" }],
      },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry": {
    description: "Which fields somebody owns.",
    type: "object",
    properties: {
      apiVersion: { description: "The version in which the fields are named.", type: "string" },
      fieldsType: { description: '"FieldsV1".', type: "string" },
      fieldsV1: {
        description: "The fields.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1" }],
      },
      manager: { description: "Who owns them.", type: "string" },
      operation: { description: '"Apply" if they were applied, "Update" otherwise.', type: "string" },
      subresource: {
        description: "The subresource through which they were written; empty for the object itself.",
        type: "string",
      },
      time: {
        description: "When an entry was added, or its fields last changed.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": {
    description: "What every object has.",
    type: "object",
    properties: {
      annotations: {
        description: "Anything else that tools keep with the object, by key. Not for selecting.",
        type: "object",
        additionalProperties: { type: "string", default: "" },
      },
      creationTimestamp: {
        description: "When the object was created. Set by the server.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      deletionGracePeriodSeconds: {
        description: "How long the object had when its deletion began. Set by the server.",
        type: "integer",
        format: "int64",
      },
      deletionTimestamp: {
        description:
          "When the object is due to be deleted, once somebody asked for it. It goes when the finalizers are gone. Set by the server.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      finalizers: {
        description: "Who must be done before the object can go. Entries can only be removed once it is being deleted.",
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "set",
        "x-kubernetes-patch-strategy": "merge",
      },
      generateName: {
        description: "If there is no name: what the name that the server makes begins with.",
        type: "string",
      },
      generation: {
        description: "Counts changes of what is wanted of the object. Set by the server.",
        type: "integer",
        format: "int64",
      },
      labels: {
        description: "Keys and values that selectors find the object by.",
        type: "object",
        additionalProperties: { type: "string", default: "" },
      },
      managedFields: {
        description: "Who owns which fields. Kept by the server.",
        type: "array",
        items: {
          default: {},
          allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry" }],
        },
        "x-kubernetes-list-type": "atomic",
      },
      name: { description: "The name: unique for its kind in its namespace. It cannot be changed.", type: "string" },
      namespace: {
        description: "The namespace that the object lives in; empty for kinds that live in none. It cannot be changed.",
        type: "string",
      },
      ownerReferences: {
        description: "Whom the object belongs to. When all of them are gone, so is the object.",
        type: "array",
        items: {
          default: {},
          allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference" }],
        },
        "x-kubernetes-list-map-keys": ["uid"],
        "x-kubernetes-list-type": "map",
        "x-kubernetes-patch-merge-key": "uid",
        "x-kubernetes-patch-strategy": "merge",
      },
      resourceVersion: {
        description:
          "Changes with every change of the object. Send it with an update to change nothing that you have not seen. Compare it, or give it back; it means nothing else.",
        type: "string",
      },
      selfLink: { description: "Empty. Kept for old clients.", type: "string" },
      uid: { description: "Unique for all time. Set by the server.", type: "string" },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference": {
    description: "An owner: an object in the same namespace, or one in none.",
    type: "object",
    required: ["apiVersion", "kind", "name", "uid"],
    properties: {
      apiVersion: { description: "The apiVersion of the owner.", type: "string", default: "" },
      blockOwnerDeletion: {
        description: "If true, an owner that is deleted in the foreground waits for this object.",
        type: "boolean",
      },
      controller: { description: "True for the one owner that manages this object.", type: "boolean" },
      kind: { description: "The kind of the owner.", type: "string", default: "" },
      name: { description: "The name of the owner.", type: "string", default: "" },
      uid: { description: "The uid of the owner.", type: "string", default: "" },
    },
    "x-kubernetes-map-type": "atomic",
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.Patch": {
    description: "A change of an object, in the form that the content type says.",
    type: "object",
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions": {
    description: "What must be true of an object before something is done to it.",
    type: "object",
    properties: {
      resourceVersion: { description: "The resourceVersion it must have.", type: "string" },
      uid: { description: "The uid it must have.", type: "string" },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo": {
    description: "Which part of the whole a list is.",
    type: "object",
    required: ["selector"],
    properties: {
      selector: { description: "The selector of the part, as it was asked for.", type: "string", default: "" },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.Status": {
    description: "What came of a request, where the answer is no object.",
    type: "object",
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      code: { description: "The HTTP status.", type: "integer", format: "int32" },
      details: {
        description: "More, for programs.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails" }],
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      message: { description: "What happened, for people.", type: "string" },
      metadata: {
        description: "What every list has: the resourceVersion it was read at, and how to read on.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
      reason: { description: "Why, in one word, if it failed.", type: "string" },
      status: { description: '"Success" or "Failure".', type: "string" },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "Status", version: "v1" }],
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause": {
    description: "One of several reasons for a failure.",
    type: "object",
    properties: {
      field: { description: 'The field that it is about, such as "spec.replicas" or "items[0].name".', type: "string" },
      message: { description: "The reason for people.", type: "string" },
      reason: { description: "The reason for programs, in one word.", type: "string" },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails": {
    description: "More about a failure.",
    type: "object",
    properties: {
      causes: {
        description: "All the reasons, each on its own.",
        type: "array",
        items: {
          default: {},
          allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause" }],
        },
        "x-kubernetes-list-type": "atomic",
      },
      group: { description: "The group of what was asked for.", type: "string" },
      kind: { description: "The kind, or the plural, of what was asked for.", type: "string" },
      name: { description: "The name of what was asked for.", type: "string" },
      retryAfterSeconds: { description: "When to try again, if that makes sense.", type: "integer", format: "int32" },
      uid: { description: "The uid of what was asked for.", type: "string" },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.Time": {
    description: "A point in time as RFC 3339 text, to the second.",
    type: "string",
    format: "date-time",
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent": {
    description: "One event of a watch.",
    type: "object",
    required: ["type", "object"],
    properties: {
      object: {
        description:
          "The object after an ADDED or MODIFIED event, its last state with DELETED, only its kind and resourceVersion with BOOKMARK, and usually a Status with ERROR.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension" }],
      },
      type: { type: "string", default: "" },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "WatchEvent", version: "v1" }],
  },
  "io.k8s.apimachinery.pkg.runtime.RawExtension": { description: "An object of any kind.", type: "object" },
};
