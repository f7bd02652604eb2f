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
  messages: `
ExemptPriorityLevelConfiguration nominalConcurrencyShares=1:*int32 lendablePercent=2:*int32
FlowDistinguisherMethod type=1:string!
FlowSchema metadata=1:meta.ObjectMeta spec=2:FlowSchemaSpec status=3:FlowSchemaStatus
FlowSchemaCondition type=1:string status=2:string lastTransitionTime=3:Time! reason=4:string message=5:string
FlowSchemaList metadata=1:meta.ListMeta items=2:[]FlowSchema!
FlowSchemaSpec priorityLevelConfiguration=1:PriorityLevelConfigurationReference matchingPrecedence=2:int32! distinguisherMethod=3:*FlowDistinguisherMethod rules=4:[]PolicyRulesWithSubjects
FlowSchemaStatus conditions=1:[]FlowSchemaCondition
GroupSubject name=1:string!
LimitResponse type=1:string! queuing=2:*QueuingConfiguration
LimitedPriorityLevelConfiguration nominalConcurrencyShares=1:*int32! limitResponse=2:LimitResponse lendablePercent=3:*int32 borrowingLimitPercent=4:*int32
NonResourcePolicyRule verbs=1:[]string! nonResourceURLs=6:[]string!
PolicyRulesWithSubjects subjects=1:[]Subject! resourceRules=2:[]ResourcePolicyRule nonResourceRules=3:[]NonResourcePolicyRule
PriorityLevelConfiguration metadata=1:meta.ObjectMeta spec=2:PriorityLevelConfigurationSpec status=3:PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition type=1:string status=2:string lastTransitionTime=3:Time! reason=4:string message=5:string
PriorityLevelConfigurationList metadata=1:meta.ListMeta items=2:[]PriorityLevelConfiguration!
PriorityLevelConfigurationReference name=1:string!
PriorityLevelConfigurationSpec type=1:string! limited=2:*LimitedPriorityLevelConfiguration exempt=3:*ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus conditions=1:[]PriorityLevelConfigurationCondition
QueuingConfiguration queues=1:int32! handSize=2:int32! queueLengthLimit=3:int32!
ResourcePolicyRule verbs=1:[]string! apiGroups=2:[]string! resources=3:[]string! clusterScope=4:bool namespaces=5:[]string!
ServiceAccountSubject namespace=1:string! name=2:string!
Subject kind=1:string! user=2:*UserSubject group=3:*GroupSubject serviceAccount=4:*ServiceAccountSubject
UserSubject name=1:string!
`,
};
