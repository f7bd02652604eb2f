import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const schedulingV1: PackageText = {
  path: "scheduling/v1",
  group: "scheduling.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.scheduling.v1.",
  resources: `[
{"plural":"priorityclasses","singular":"priorityclass","kind":"PriorityClass","scope":"Cluster","shortNames":["pc"],"columns":[["Name","string","name"],["Value","integer"],["Global-Default","boolean"],["Age","string"],["PreemptionPolicy","string"]]}
]`,
  types: `{
"PriorityClass":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","value":"int32;keep","globalDefault":"bool","description":"string","preemptionPolicy":"*core/v1.PreemptionPolicy;enum=Never|PreemptLowerPriority"},
"PriorityClassList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]PriorityClass;keep;required"}
}`,
  kinds: "PriorityClass PriorityClassList",
  messages: `
PriorityClass metadata=1:meta.ObjectMeta value=2:int32! globalDefault=3:bool description=4:string preemptionPolicy=5:*string
PriorityClassList metadata=1:meta.ListMeta items=2:[]PriorityClass!
`,
};
