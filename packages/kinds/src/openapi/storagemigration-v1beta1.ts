/** Descriptions of storagemigration.k8s.io/v1beta1. The README beside this file explains the format. */
export const storagemigrationV1beta1 = `
StorageVersionMigration: Rewrites all objects of a resource in its current storage version.
  spec: Resource to migrate. Cannot be changed.
  status: Progress of the migration.
StorageVersionMigrationList: A list of StorageVersionMigrations.
StorageVersionMigrationSpec: Resource to migrate.
  resource: Group and resource.
StorageVersionMigrationStatus: Progress of a migration.
  conditions: Running, Succeeded or Failed.
  resourceVersion: Version up to which objects are migrated. Cannot be changed once set.
`;
