import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const metaV1: PackageText = {
  path: "meta/v1",
  prefix: "io.k8s.apimachinery.pkg.apis.meta.v1.",
  resources: "[]",
  types: `{
"APIResource":{"name":"string;keep;required","singularName":"string;keep;required","namespaced":"bool;keep;required","group":"string","version":"string","kind":"string;keep;required","verbs":"Verbs;keep;required","shortNames":"[]string;list=atomic","categories":"[]string;list=atomic","storageVersionHash":"string"},
"APIResourceList":{"apiVersion":"string","kind":"string","groupVersion":"string;keep;required","resources":"[]APIResource;keep;required;list=atomic"},
"CauseType":"string",
"Condition":{"type":"string;keep;required","status":"ConditionStatus;keep;required","observedGeneration":"int64","lastTransitionTime":"time;keep;required","reason":"string;keep;required","message":"string;keep;required"},
"ConditionStatus":"string",
"DeleteOptions":{"apiVersion":"string","kind":"string","gracePeriodSeconds":"*int64","preconditions":"*Preconditions","orphanDependents":"*bool","propagationPolicy":"*DeletionPropagation","dryRun":"[]string;list=atomic","ignoreStoreReadErrorWithClusterBreakingPotential":"*bool"},
"DeletionPropagation":"string",
"FieldSelectorOperator":"string",
"FieldSelectorRequirement":{"key":"string;keep;required","operator":"FieldSelectorOperator;keep;required","values":"[]string;list=atomic"},
"GroupResource":{"group":"string;keep;required","resource":"string;keep;required"},
"LabelSelector":{"matchLabels":"map[string]string","matchExpressions":"[]LabelSelectorRequirement;list=atomic"},
"LabelSelectorOperator":"string",
"LabelSelectorRequirement":{"key":"string;keep;required","operator":"LabelSelectorOperator;keep;required","values":"[]string;list=atomic"},
"ListMeta":{"selfLink":"string","resourceVersion":"string","continue":"string","remainingItemCount":"*int64","shardInfo":"*ShardInfo"},
"ManagedFieldsEntry":{"manager":"string","operation":"ManagedFieldsOperationType","apiVersion":"string","time":"*time","fieldsType":"string","fieldsV1":"*fieldsV1","subresource":"string"},
"ManagedFieldsOperationType":"string",
"ObjectMeta":{"name":"string","generateName":"string","namespace":"string","selfLink":"string","uid":"types.UID","resourceVersion":"string","generation":"int64","creationTimestamp":"time;omitzero","deletionTimestamp":"*time","deletionGracePeriodSeconds":"*int64","labels":"map[string]string","annotations":"map[string]string","ownerReferences":"[]OwnerReference;list=map:uid;patch=merge:uid","finalizers":"[]string;list=set;patch=merge","managedFields":"[]ManagedFieldsEntry;list=atomic"},
"OwnerReference":{"apiVersion":"string;keep;required","kind":"string;keep;required","name":"string;keep;required","uid":"types.UID;keep;required","controller":"*bool","blockOwnerDeletion":"*bool"},
"Patch":{},
"Preconditions":{"uid":"*types.UID","resourceVersion":"*string"},
"ShardInfo":{"selector":"string;keep;required"},
"Status":{"apiVersion":"string","kind":"string","metadata":"ListMeta","status":"string","message":"string","reason":"StatusReason","details":"*StatusDetails","code":"int32"},
"StatusCause":{"reason":"CauseType","message":"string","field":"string"},
"StatusDetails":{"name":"string","group":"string","kind":"string","uid":"types.UID","causes":"[]StatusCause;list=atomic","retryAfterSeconds":"int32"},
"StatusReason":"string",
"Verbs":"[]string",
"WatchEvent":{"type":"string;keep;required","object":"raw;keep;required"}
}`,
  kinds: "APIResourceList DeleteOptions Status WatchEvent",
  atomic: "LabelSelector OwnerReference",
};
