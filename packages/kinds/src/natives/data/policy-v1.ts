import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const policyV1: PackageText = {
  path: "policy/v1",
  group: "policy",
  version: "v1",
  prefix: "io.k8s.api.policy.v1.",
  resources: `[
{"plural":"poddisruptionbudgets","singular":"poddisruptionbudget","kind":"PodDisruptionBudget","shortNames":["pdb"],"subresources":[{"name":"status"}],"unconditionalUpdate":false,"generations":true,"columns":[["Name","string","name"],["Min Available","string"],["Max Unavailable","string"],["Allowed Disruptions","integer"],["Age","string"]]}
]`,
  types: `{
"Eviction":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","deleteOptions":"*meta/v1.DeleteOptions"},
"PodDisruptionBudget":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"PodDisruptionBudgetSpec","status":"PodDisruptionBudgetStatus"},
"PodDisruptionBudgetList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]PodDisruptionBudget;keep;required"},
"PodDisruptionBudgetSpec":{"minAvailable":"*intOrString","selector":"*meta/v1.LabelSelector;patch=replace","maxUnavailable":"*intOrString","unhealthyPodEvictionPolicy":"*UnhealthyPodEvictionPolicyType;enum=AlwaysAllow|IfHealthyBudget"},
"PodDisruptionBudgetStatus":{"observedGeneration":"int64","disruptedPods":"map[string]time","disruptionsAllowed":"int32;keep","currentHealthy":"int32;keep","desiredHealthy":"int32;keep","expectedPods":"int32;keep","conditions":"[]meta/v1.Condition;list=map:type;patch=merge:type"},
"UnhealthyPodEvictionPolicyType":"string"
}`,
  kinds: "Eviction PodDisruptionBudget PodDisruptionBudgetList",
  messages: `
Eviction metadata=1:meta.ObjectMeta deleteOptions=2:*meta.DeleteOptions
PodDisruptionBudget metadata=1:meta.ObjectMeta spec=2:PodDisruptionBudgetSpec status=3:PodDisruptionBudgetStatus
PodDisruptionBudgetList metadata=1:meta.ListMeta items=2:[]PodDisruptionBudget!
PodDisruptionBudgetSpec minAvailable=1:*IntOrString selector=2:*meta.LabelSelector maxUnavailable=3:*IntOrString unhealthyPodEvictionPolicy=4:*string
PodDisruptionBudgetStatus observedGeneration=1:int64 disruptedPods=2:{}Time disruptionsAllowed=3:int32! currentHealthy=4:int32! desiredHealthy=5:int32! expectedPods=6:int32! conditions=7:[]meta.Condition
`,
};
