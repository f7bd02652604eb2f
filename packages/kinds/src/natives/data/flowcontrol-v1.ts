import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const flowcontrolV1: PackageText = {
  path: "flowcontrol/v1",
  group: "flowcontrol.apiserver.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.flowcontrol.v1.",
  resources: `[
{"plural":"flowschemas","singular":"flowschema","kind":"FlowSchema","scope":"Cluster","subresources":[{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["PriorityLevel","string"],["MatchingPrecedence","string"],["DistinguisherMethod","string"],["Age","string"],["MissingPL","string"]]},
{"plural":"prioritylevelconfigurations","singular":"prioritylevelconfiguration","kind":"PriorityLevelConfiguration","scope":"Cluster","subresources":[{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Type","string"],["NominalConcurrencyShares","string"],["Queues","string"],["HandSize","string"],["QueueLengthLimit","string"],["Age","string"]]}
]`,
  types: `{
"ConditionStatus":"string",
"ExemptPriorityLevelConfiguration":{"nominalConcurrencyShares":"*int32","lendablePercent":"*int32"},
"FlowDistinguisherMethod":{"type":"FlowDistinguisherMethodType;keep;required"},
"FlowDistinguisherMethodType":"string",
"FlowSchema":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"FlowSchemaSpec","status":"FlowSchemaStatus"},
"FlowSchemaCondition":{"type":"FlowSchemaConditionType","status":"ConditionStatus","lastTransitionTime":"time","reason":"string","message":"string"},
"FlowSchemaConditionType":"string",
"FlowSchemaList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]FlowSchema;keep;required"},
"FlowSchemaSpec":{"priorityLevelConfiguration":"PriorityLevelConfigurationReference;keep;required","matchingPrecedence":"int32;keep","distinguisherMethod":"*FlowDistinguisherMethod","rules":"[]PolicyRulesWithSubjects;list=atomic"},
"FlowSchemaStatus":{"conditions":"[]FlowSchemaCondition;list=map:type;patch=merge:type"},
"GroupSubject":{"name":"string;keep;required"},
"LimitResponse":{"type":"LimitResponseType;keep;required","queuing":"*QueuingConfiguration"},
"LimitResponseType":"string",
"LimitedPriorityLevelConfiguration":{"nominalConcurrencyShares":"*int32;keep","limitResponse":"LimitResponse","lendablePercent":"*int32","borrowingLimitPercent":"*int32"},
"NonResourcePolicyRule":{"verbs":"[]string;keep;required;list=set","nonResourceURLs":"[]string;keep;required;list=set"},
"PolicyRulesWithSubjects":{"subjects":"[]Subject;keep;required;list=atomic","resourceRules":"[]ResourcePolicyRule;list=atomic","nonResourceRules":"[]NonResourcePolicyRule;list=atomic"},
"PriorityLevelConfiguration":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"PriorityLevelConfigurationSpec","status":"PriorityLevelConfigurationStatus"},
"PriorityLevelConfigurationCondition":{"type":"PriorityLevelConfigurationConditionType","status":"ConditionStatus","lastTransitionTime":"time","reason":"string","message":"string"},
"PriorityLevelConfigurationConditionType":"string",
"PriorityLevelConfigurationList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]PriorityLevelConfiguration;keep;required"},
"PriorityLevelConfigurationReference":{"name":"string;keep;required"},
"PriorityLevelConfigurationSpec":{"type":"PriorityLevelEnablement;keep;required","limited":"*LimitedPriorityLevelConfiguration","exempt":"*ExemptPriorityLevelConfiguration"},
"PriorityLevelConfigurationStatus":{"conditions":"[]PriorityLevelConfigurationCondition;list=map:type;patch=merge:type"},
"PriorityLevelEnablement":"string",
"QueuingConfiguration":{"queues":"int32;keep","handSize":"int32;keep","queueLengthLimit":"int32;keep"},
"ResourcePolicyRule":{"verbs":"[]string;keep;required;list=set","apiGroups":"[]string;keep;required;list=set","resources":"[]string;keep;required;list=set","clusterScope":"bool","namespaces":"[]string;keep;list=set"},
"ServiceAccountSubject":{"namespace":"string;keep;required","name":"string;keep;required"},
"Subject":{"kind":"SubjectKind;keep;required","user":"*UserSubject","group":"*GroupSubject","serviceAccount":"*ServiceAccountSubject"},
"SubjectKind":"string",
"UserSubject":{"name":"string;keep;required"}
}`,
  kinds: "FlowSchema FlowSchemaList PriorityLevelConfiguration PriorityLevelConfigurationList",
  unions: `{"LimitResponse":[{"discriminator":"type","fields-to-discriminateBy":{"queuing":"Queuing"}}],"PriorityLevelConfigurationSpec":[{"discriminator":"type","fields-to-discriminateBy":{"exempt":"Exempt","limited":"Limited"}}],"Subject":[{"discriminator":"kind","fields-to-discriminateBy":{"group":"Group","serviceAccount":"ServiceAccount","user":"User"}}]}`,
};
