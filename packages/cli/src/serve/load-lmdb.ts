type Lmdb = typeof import("@kiln/store/lmdb");

/** Imports the embedded store. Throws a sentence with the next step if lmdb has no binary for this machine. */
export async function loadLmdb(load: () => Promise<Lmdb> = () => import("@kiln/store/lmdb")): Promise<Lmdb> {
  try {
    return await load();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new Error(
      `--store lmdb: the native module of lmdb cannot be loaded on ${process.platform}-${process.arch} (${reason}); ` +
        'install it with "npm install lmdb", or use --store memory, which keeps nothing, or --store etcd',
      { cause: error },
    );
  }
}
