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
};
