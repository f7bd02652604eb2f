import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const metaV1: PackageText = {
  path: "meta/v1",
  apiVersion: "meta.k8s.io/v1",
  prefix: "io.k8s.apimachinery.pkg.apis.meta.v1.",
  resources: "[]",
  types: `{
"APIGroup":{"apiVersion":"string","kind":"string","name":"string;keep;required","versions":"[]GroupVersionForDiscovery;keep;required;list=atomic","preferredVersion":"GroupVersionForDiscovery","serverAddressByClientCIDRs":"[]ServerAddressByClientCIDR;list=atomic"},
"APIGroupList":{"apiVersion":"string","kind":"string","groups":"[]APIGroup;keep;required;list=atomic"},
"APIResource":{"name":"string;keep;required","singularName":"string;keep;required","namespaced":"bool;keep;required","group":"string","version":"string","kind":"string;keep;required","verbs":"Verbs;keep;required","shortNames":"[]string;list=atomic","categories":"[]string;list=atomic","storageVersionHash":"string"},
"APIResourceList":{"apiVersion":"string","kind":"string","groupVersion":"string;keep;required","resources":"[]APIResource;keep;required;list=atomic"},
"APIVersions":{"apiVersion":"string","kind":"string","versions":"[]string;keep;required;list=atomic","serverAddressByClientCIDRs":"[]ServerAddressByClientCIDR;keep;required;list=atomic"},
"CauseType":"string",
"Condition":{"type":"string;keep;required","status":"ConditionStatus;keep;required","observedGeneration":"int64","lastTransitionTime":"time;keep;required","reason":"string;keep;required","message":"string;keep;required"},
"ConditionStatus":"string",
"DeleteOptions":{"apiVersion":"string","kind":"string","gracePeriodSeconds":"*int64","preconditions":"*Preconditions","orphanDependents":"*bool","propagationPolicy":"*DeletionPropagation","dryRun":"[]string;list=atomic","ignoreStoreReadErrorWithClusterBreakingPotential":"*bool"},
"DeletionPropagation":"string",
"FieldSelectorOperator":"string",
"FieldSelectorRequirement":{"key":"string;keep;required","operator":"FieldSelectorOperator;keep;required","values":"[]string;list=atomic"},
"GroupResource":{"group":"string;keep;required","resource":"string;keep;required"},
"GroupVersionForDiscovery":{"groupVersion":"string;keep;required","version":"string;keep;required"},
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
"ServerAddressByClientCIDR":{"clientCIDR":"string;keep;required","serverAddress":"string;keep;required"},
"ShardInfo":{"selector":"string;keep;required"},
"Status":{"apiVersion":"string","kind":"string","metadata":"ListMeta","status":"string","message":"string","reason":"StatusReason","details":"*StatusDetails","code":"int32"},
"StatusCause":{"reason":"CauseType","message":"string","field":"string"},
"StatusDetails":{"name":"string","group":"string","kind":"string","uid":"types.UID","causes":"[]StatusCause;list=atomic","retryAfterSeconds":"int32"},
"StatusReason":"string",
"Verbs":"[]string",
"WatchEvent":{"type":"string;keep;required","object":"raw;keep;required"}
}`,
  kinds: "APIGroup APIGroupList APIResourceList APIVersions DeleteOptions Status WatchEvent",
  atomic: "LabelSelector OwnerReference",
  messages: `
APIGroup name=1:string! versions=2:[]GroupVersionForDiscovery! preferredVersion=3:GroupVersionForDiscovery serverAddressByClientCIDRs=4:[]ServerAddressByClientCIDR
APIGroupList groups=1:[]APIGroup!
APIResource name=1:string! singularName=6:string! namespaced=2:bool! group=8:string version=9:string kind=3:string! verbs=4:strings! shortNames=5:[]string categories=7:[]string storageVersionHash=10:string
APIResourceList groupVersion=1:string! resources=2:[]APIResource!
APIVersions versions=1:[]string! serverAddressByClientCIDRs=2:[]ServerAddressByClientCIDR!
Condition type=1:string! status=2:string! observedGeneration=3:int64 lastTransitionTime=4:Time! reason=5:string! message=6:string!
DeleteOptions gracePeriodSeconds=1:*int64 preconditions=2:*Preconditions orphanDependents=3:*bool propagationPolicy=4:*string dryRun=5:[]string ignoreStoreReadErrorWithClusterBreakingPotential=6:*bool
FieldSelectorRequirement key=1:string! operator=2:string! values=3:[]string
GroupResource group=1:string! resource=2:string!
GroupVersionForDiscovery groupVersion=1:string! version=2:string!
GroupVersionKind group=1:string! version=2:string! kind=3:string!
LabelSelector matchLabels=1:{}string matchExpressions=2:[]LabelSelectorRequirement
LabelSelectorRequirement key=1:string! operator=2:string! values=3:[]string
ListMeta selfLink=1:string resourceVersion=2:string continue=3:string remainingItemCount=4:*int64 shardInfo=5:*ShardInfo
ManagedFieldsEntry manager=1:string operation=2:string apiVersion=3:string time=4:*Time fieldsType=6:string fieldsV1=7:*FieldsV1 subresource=8:string
ObjectMeta name=1:string generateName=2:string namespace=3:string selfLink=4:string uid=5:string resourceVersion=6:string generation=7:int64 creationTimestamp=8:Time deletionTimestamp=9:*Time deletionGracePeriodSeconds=10:*int64 labels=11:{}string annotations=12:{}string ownerReferences=13:[]OwnerReference finalizers=14:[]string managedFields=17:[]ManagedFieldsEntry
OwnerReference apiVersion=5:string! kind=1:string! name=3:string! uid=4:string! controller=6:*bool blockOwnerDeletion=7:*bool
PartialObjectMetadata metadata=1:ObjectMeta
PartialObjectMetadataList metadata=1:ListMeta items=2:[]PartialObjectMetadata!
Preconditions uid=1:*string resourceVersion=2:*string
ServerAddressByClientCIDR clientCIDR=1:string! serverAddress=2:string!
ShardInfo selector=1:string!
Status metadata=1:ListMeta status=2:string message=3:string reason=4:string details=5:*StatusDetails code=6:int32
StatusCause reason=1:string message=2:string field=3:string
StatusDetails name=1:string group=2:string kind=3:string uid=6:string causes=4:[]StatusCause retryAfterSeconds=5:int32
`,
};
