import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const storagemigrationV1beta1: PackageText = {
  path: "storagemigration/v1beta1",
  group: "storagemigration.k8s.io",
  version: "v1beta1",
  prefix: "io.k8s.api.storagemigration.v1beta1.",
  resources: `[
{"plural":"storageversionmigrations","singular":"storageversionmigration","kind":"StorageVersionMigration","scope":"Cluster","subresources":[{"name":"status"}],"unconditionalUpdate":false,"columns":[["Name","string"],["Resource","string"],["Status","string"]]}
]`,
  types: `{
"StorageVersionMigration":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"StorageVersionMigrationSpec","status":"StorageVersionMigrationStatus"},
"StorageVersionMigrationList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]StorageVersionMigration;keep;required"},
"StorageVersionMigrationSpec":{"resource":"meta/v1.GroupResource;keep;required"},
"StorageVersionMigrationStatus":{"conditions":"[]meta/v1.Condition;list=map:type;patch=merge:type","resourceVersion":"string"}
}`,
  kinds: "StorageVersionMigration StorageVersionMigrationList",
  messages: `
StorageVersionMigration metadata=1:meta.ObjectMeta spec=2:StorageVersionMigrationSpec status=3:StorageVersionMigrationStatus
StorageVersionMigrationList metadata=1:meta.ListMeta items=2:[]StorageVersionMigration!
StorageVersionMigrationSpec resource=1:meta.GroupResource
StorageVersionMigrationStatus conditions=1:[]meta.Condition resourceVersion=2:string
`,
};
