import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const apiregistrationV1: PackageText = {
  path: "apiregistration/v1",
  group: "apiregistration.k8s.io",
  version: "v1",
  prefix: "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.",
  resources: `[
{"plural":"apiservices","singular":"apiservice","kind":"APIService","scope":"Cluster","categories":["api-extensions"],"subresources":[{"name":"status"}],"unconditionalUpdate":false,"columns":[["Name","string","name"],["Service","string"],["Available","string"],["Age","string"]]}
]`,
  types: `{
"APIService":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"APIServiceSpec","status":"APIServiceStatus"},
"APIServiceCondition":{"type":"APIServiceConditionType;keep;required","status":"ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string"},
"APIServiceConditionType":"string",
"APIServiceList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]APIService;keep;required"},
"APIServiceSpec":{"service":"*ServiceReference","group":"string","version":"string","insecureSkipTLSVerify":"bool","caBundle":"bytes;list=atomic","groupPriorityMinimum":"int32;keep;required","versionPriority":"int32;keep;required"},
"APIServiceStatus":{"conditions":"[]APIServiceCondition;list=map:type;patch=merge:type"},
"ConditionStatus":"string",
"ServiceReference":{"namespace":"string","name":"string","port":"*int32"}
}`,
  kinds: "APIService APIServiceList",
  messages: `
APIService metadata=1:meta.ObjectMeta spec=2:APIServiceSpec status=3:APIServiceStatus
APIServiceCondition type=1:string! status=2:string! lastTransitionTime=3:Time! reason=4:string message=5:string
APIServiceList metadata=1:meta.ListMeta items=2:[]APIService!
APIServiceSpec service=1:*ServiceReference group=2:string version=3:string insecureSkipTLSVerify=4:bool caBundle=5:bytes groupPriorityMinimum=7:int32! versionPriority=8:int32!
APIServiceStatus conditions=1:[]APIServiceCondition
ServiceReference namespace=1:string name=2:string port=3:*int32
`,
};
