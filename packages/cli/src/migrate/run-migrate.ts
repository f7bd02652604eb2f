import { type Client, createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { type MigrationProgress, migrateKind } from "./migrate-kind.ts";

export interface MigrateOptions {
  readonly names: readonly string[];
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

/** Migrates one CRD after the other; ends at the first failure. */
export async function runMigrate({ names, kubeconfig, context }: MigrateOptions): Promise<number> {
  const access = loadAccess({ file: kubeconfig, context });
  const client = createClient({ transport: openTransport(access), userAgent: "kiln-migrate/1" });
  try {
    for (const name of names) {
      await migrateOne(client, name);
    }
    return 0;
  } finally {
    client.close();
  }
}

async function migrateOne(client: Client, name: string): Promise<void> {
  const report = ({ done, total }: MigrationProgress) => {
    process.stderr.write(`${name}: ${done}${total === undefined ? "" : ` of ${total}`}\n`);
  };
  const { storageVersion, dropped, objects } = await migrateKind(client, name, report);
  const gone = dropped.length === 0 ? "" : `; ${dropped.join(", ")} may go from spec.versions`;
  process.stdout.write(`${name}: ${objects} objects are stored in ${storageVersion}${gone}\n`);
}
