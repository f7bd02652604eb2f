import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Revision } from "../../store.ts";
import { StoreError } from "../../store-error.ts";
import { decodeKeyValue } from "../messages.ts";
import { openBoltFile } from "./bolt-file.ts";

/** Key and value as stored in etcd. */
export interface EtcdPair {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: Revision;
}

export interface EtcdDump {
  readonly pairs: readonly EtcdPair[];
  /** The newest revision in the file. */
  readonly revision: Revision;
}

const DATABASE = join("member", "snap", "db");
/** Length of the SHA-256 that `etcdctl snapshot save` appends to the pages. */
const HASH_BYTES = 32;
const SECTOR_BYTES = 512;
const REVISION_BYTES = 17;
const TOMBSTONE = 0x74;
const MOST_ATTEMPTS = 5;

/** Whether the path is a data directory of etcd. */
export function isEtcdDirectory(path: string): boolean {
  return existsSync(join(path, DATABASE));
}

/**
 * The newest value of every key below the prefix, in a file of `etcdctl snapshot save` or a data directory. Writes that
 * a running etcd has only in its log are not in it. Throws StoreError.
 */
export function readEtcdFile(path: string, prefix: string): EtcdDump {
  const file = statSync(path).isDirectory() ? join(path, DATABASE) : path;
  if (!existsSync(file)) {
    throw new StoreError("corrupt", `${path} is not a data directory of etcd: there is no ${DATABASE} in it.`);
  }
  checkHash(file);
  for (let attempt = 1; ; attempt++) {
    const dump = readOnce(file, prefix);
    if (dump !== undefined) return dump;
    if (attempt === MOST_ATTEMPTS) {
      throw new StoreError(
        "unavailable",
        `An etcd writes to ${file} while it is read: import a file of "etcdctl snapshot save" instead.`,
      );
    }
  }
}

/** Reads the file once; undefined if it changed meanwhile. */
function readOnce(file: string, prefix: string): EtcdDump | undefined {
  const bolt = openBoltFile(file);
  try {
    const dump = collect(bolt.bucket("key"), prefix);
    return bolt.hasChanged() ? undefined : dump;
  } catch (error) {
    if (bolt.hasChanged()) return undefined;
    throw error;
  } finally {
    bolt.close();
  }
}

/** Records come in order of revision: the last record of a key is its newest. */
function collect(records: Iterable<{ readonly key: Buffer; readonly value: Buffer }>, prefix: string): EtcdDump {
  const live = new Map<string, EtcdPair>();
  let revision = 0;
  for (const record of records) {
    const pair = decodeKeyValue(record.value);
    const key = Buffer.from(pair.key).toString("utf8");
    revision = Math.max(revision, Number(record.key.readBigUInt64BE(0)));
    if (!key.startsWith(prefix)) continue;
    if (record.key.length > REVISION_BYTES && record.key[REVISION_BYTES] === TOMBSTONE) live.delete(key);
    else live.set(key, { key, value: Buffer.from(pair.value), revision: pair.modRevision });
  }
  return { pairs: [...live.values()], revision };
}

/** Verifies the hash of a snapshot, whose size is that of whole pages plus 32 bytes. A data directory has no hash. */
function checkHash(file: string): void {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    if (size % SECTOR_BYTES !== HASH_BYTES) return;
    const hash = createHash("sha256");
    const buffer = Buffer.allocUnsafe(1024 * 1024);
    for (let offset = 0; offset < size - HASH_BYTES; ) {
      const wanted = Math.min(buffer.length, size - HASH_BYTES - offset);
      const read = readSync(handle, buffer, 0, wanted, offset);
      hash.update(buffer.subarray(0, read));
      offset += read;
    }
    const expected = Buffer.alloc(HASH_BYTES);
    readSync(handle, expected, 0, HASH_BYTES, size - HASH_BYTES);
    if (!hash.digest().equals(expected)) {
      throw new StoreError(
        "corrupt",
        `The etcd snapshot ${file} is damaged: its hash does not match. Use another one.`,
      );
    }
  } finally {
    closeSync(handle);
  }
}
