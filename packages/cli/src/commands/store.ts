import { type Command, UsageError } from "../command.ts";

const HELP = `kiln store: verify, back up and restore the embedded store

  kiln store verify           read the whole store, and report damage
  kiln store backup FILE      save every object to a new file; the server may run
  kiln store restore FILE     create a store from a backup; the server must not run

verify reads pages, records, index and journal of the store, and changes nothing. The server may run.

backup saves the objects of one revision, with their resourceVersions, without history. Objects encrypted at rest stay
encrypted in the file; certificates and keys in DIR/pki are not in it. Only the owner may read the file.
  --skip-damaged              save the readable rest of a damaged store instead of failing

restore reads the whole file first, and renames an existing store. New resourceVersions begin a million after those of
the backup: watches start over.

Flags:
  --data-dir DIR              as of kiln serve (default .kiln)

Stores in etcd are not supported: use etcdctl snapshot save.

Exit code: 0 no damage, or done; 1 damage found, or failed; 2 invalid arguments.
`;

type Run = (args: readonly string[]) => Promise<number>;

/** Loaded on demand: other commands need not wait for them. */
const PARTS: Readonly<Record<string, () => Promise<Run>>> = {
  verify: async () => (await import("../store/run-verify.ts")).runVerify,
  backup: async () => (await import("../store/run-backup.ts")).runBackup,
  restore: async () => (await import("../store/run-restore.ts")).runRestore,
};

export const store: Command = {
  name: "store",
  about: "verify, back up and restore the embedded store",
  help: HELP,
  async run(args) {
    const [name = "", ...rest] = args;
    const load = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (load === undefined) {
      throw new UsageError(`name one of ${Object.keys(PARTS).join(", ")}`);
    }
    const run = await load();
    return run(rest);
  },
};
