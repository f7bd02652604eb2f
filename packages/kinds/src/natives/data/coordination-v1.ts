import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const coordinationV1: PackageText = {
  path: "coordination/v1",
  group: "coordination.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.coordination.v1.",
  resources: `[
{"plural":"leases","singular":"lease","kind":"Lease","unconditionalUpdate":false,"createOnUpdate":true,"columns":[["Name","string","name"],["Holder","string"],["Age","string"]]}
]`,
  types: `{
"CoordinatedLeaseStrategy":"string",
"Lease":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"LeaseSpec"},
"LeaseList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Lease;keep;required"},
"LeaseSpec":{"holderIdentity":"*string","leaseDurationSeconds":"*int32","acquireTime":"*microTime","renewTime":"*microTime","leaseTransitions":"*int32","strategy":"*CoordinatedLeaseStrategy","preferredHolder":"*string"}
}`,
  kinds: "Lease LeaseList",
  messages: `
Lease metadata=1:meta.ObjectMeta spec=2:LeaseSpec
LeaseList metadata=1:meta.ListMeta items=2:[]Lease!
LeaseSpec holderIdentity=1:*string leaseDurationSeconds=2:*int32 acquireTime=3:*MicroTime renewTime=4:*MicroTime leaseTransitions=5:*int32 strategy=6:*string preferredHolder=7:*string
`,
};
