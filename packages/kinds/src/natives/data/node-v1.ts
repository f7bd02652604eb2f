import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const nodeV1: PackageText = {
  path: "node/v1",
  group: "node.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.node.v1.",
  resources: `[
{"plural":"runtimeclasses","singular":"runtimeclass","kind":"RuntimeClass","scope":"Cluster","unconditionalUpdate":false,"createOnUpdate":true,"columns":[["Name","string","name"],["Handler","string"],["Age","string"]]}
]`,
  types: `{
"Overhead":{"podFixed":"core/v1.ResourceList"},
"RuntimeClass":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","handler":"string;keep;required","overhead":"*Overhead","scheduling":"*Scheduling"},
"RuntimeClassList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]RuntimeClass;keep;required"},
"Scheduling":{"nodeSelector":"map[string]string;map=atomic","tolerations":"[]core/v1.Toleration;list=atomic"}
}`,
  kinds: "RuntimeClass RuntimeClassList",
  messages: `
Overhead podFixed=1:{}Quantity
RuntimeClass metadata=1:meta.ObjectMeta handler=2:string! overhead=3:*Overhead scheduling=4:*Scheduling
RuntimeClassList metadata=1:meta.ListMeta items=2:[]RuntimeClass!
Scheduling nodeSelector=1:{}string tolerations=2:[]core.Toleration
`,
};
