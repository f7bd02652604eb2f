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
};
