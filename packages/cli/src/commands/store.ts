import { type Command, UsageError } from "../command.ts";

const HELP = `kiln store: verify, back up and restore the embedded store

  kiln store verify           read everything that is stored, and name what is damaged
  kiln store backup FILE      save every object to a new file; the server may run
  kiln store restore FILE     make a store of a backup; the server must not run

verify reads pages, records, index and journal of the store, and changes nothing. The server may run.

backup saves the objects as they are at one moment, with their resourceVersions, without history. What is encrypted at
rest stays encrypted in the file; certificates and keys in DIR/pki are not in it. Only the owner may read the file.
  --skip-damaged              save the rest of a damaged store, in place of refusing

restore reads the whole file first, and keeps the store that is there beside the new one, under another name. The
resourceVersions that the server gives out begin a million behind those of the backup: watches start over.

Flags:
  --data-dir DIR              as of kiln serve (default .kiln)

An etcd is not read: etcdctl snapshot save backs it up.

Exit code: 0 it is whole, or was done; 1 something is damaged, or it could not be done; 2 invalid arguments.
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
