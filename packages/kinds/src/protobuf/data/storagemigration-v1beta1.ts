/** See the README beside this file. */
export const storagemigrationV1beta1 = `
StorageVersionMigration metadata=1:meta.ObjectMeta spec=2:StorageVersionMigrationSpec status=3:StorageVersionMigrationStatus
StorageVersionMigrationList metadata=1:meta.ListMeta items=2:[]StorageVersionMigration!
StorageVersionMigrationSpec resource=1:meta.GroupResource
StorageVersionMigrationStatus conditions=1:[]meta.Condition resourceVersion=2:string
`;
