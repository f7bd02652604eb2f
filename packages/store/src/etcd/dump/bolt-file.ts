import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { StoreError } from "../../store-error.ts";

/** Key and value of a bucket: views of a buffer that holds one page. */
export interface BoltPair {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** An open file of bbolt, the format of etcd's data file, as of its newest complete transaction. */
export interface BoltFile {
  /** The pairs of a bucket at the root, in the order of their keys. Throws `corrupt`. */
  bucket(name: string): Generator<BoltPair, void, undefined>;
  /** Whether a transaction was committed since the file was opened: pages read may then be of two transactions. */
  hasChanged(): boolean;
  close(): void;
}

const PAGE_HEADER = 16;
const ELEMENT = 16;
const META_SIZE = 64;
const MAGIC = 0xed0cdaed;
const VERSION = 2;
const BRANCH = 0x01;
const LEAF = 0x02;
const BUCKET = 0x01;
/** Page sizes of the systems that etcd runs on. */
const PAGE_SIZES = [4096, 8192, 16384, 32768, 65536, 1024, 2048];
/** Page trees are far flatter than this: a deeper one contains a cycle. */
const MAX_DEPTH = 64;

interface Meta {
  readonly pageSize: number;
  readonly root: number;
  readonly transaction: bigint;
}

interface Page {
  readonly bytes: Buffer;
  readonly flags: number;
  readonly count: number;
}

/** Opens the file for reading only; takes no lock. Throws `corrupt` for a file that bbolt did not write. */
export function openBoltFile(path: string): BoltFile {
  const handle = openSync(path, "r");
  try {
    const meta = readMeta(handle, path);
    const pages = createPages(handle, path, meta);
    return {
      bucket: (name) => readBucket(pages, name, meta.root),
      hasChanged: () => readMeta(handle, path).transaction !== meta.transaction,
      close: () => closeSync(handle),
    };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** The newer of the two meta pages whose checksum matches: the other may be half written. */
function readMeta(handle: number, path: string): Meta {
  const first = metaAt(handle, 0);
  const seconds = (first === undefined ? PAGE_SIZES : [first.pageSize]).map((size) => metaAt(handle, size));
  const found = [first, ...seconds].filter((meta) => meta !== undefined);
  const newest = found.sort((a, b) => (a.transaction < b.transaction ? 1 : -1))[0];
  if (newest === undefined) {
    throw corrupt(path, "it has no meta page of bbolt: etcd did not write it, or it is not whole");
  }
  return newest;
}

function metaAt(handle: number, offset: number): Meta | undefined {
  const bytes = Buffer.alloc(META_SIZE);
  if (readSync(handle, bytes, 0, META_SIZE, offset + PAGE_HEADER) < META_SIZE) return undefined;
  const isMeta = bytes.readUInt32LE(0) === MAGIC && bytes.readUInt32LE(4) === VERSION;
  if (!isMeta || bytes.readBigUInt64LE(56) !== fnv1a(bytes.subarray(0, 56))) return undefined;
  return {
    pageSize: bytes.readUInt32LE(8),
    root: Number(bytes.readBigUInt64LE(16)),
    transaction: bytes.readBigUInt64LE(48),
  };
}

function fnv1a(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

interface Pages {
  readonly path: string;
  read(id: number): Page;
}

function createPages(handle: number, path: string, { pageSize }: Meta): Pages {
  const fileBytes = fstatSync(handle).size;
  const readAt = (offset: number, size: number): Buffer => {
    if (offset + size > fileBytes) throw corrupt(path, "a page is outside of the file: it was cut short");
    const bytes = Buffer.allocUnsafe(size);
    if (readSync(handle, bytes, 0, size, offset) < size) throw corrupt(path, "it was cut short");
    return bytes;
  };
  return {
    path,
    read(id) {
      const header = readAt(id * pageSize, PAGE_HEADER);
      if (Number(header.readBigUInt64LE(0)) !== id) throw corrupt(path, `page ${id} has another number`);
      const bytes = readAt(id * pageSize, (header.readUInt32LE(12) + 1) * pageSize);
      return toPage(bytes);
    },
  };
}

function toPage(bytes: Buffer): Page {
  return { bytes, flags: bytes.readUInt16LE(8), count: bytes.readUInt16LE(10) };
}

function* readBucket(pages: Pages, name: string, root: number): Generator<BoltPair, void, undefined> {
  for (const { key, value, isBucket } of walk(pages, pages.read(root), 0)) {
    if (isBucket && key.toString("latin1") === name) {
      const inner = Number(value.readBigUInt64LE(0));
      // A small bucket is stored inline: its page follows the header.
      yield* walk(pages, inner === 0 ? toPage(value.subarray(16)) : pages.read(inner), 0);
      return;
    }
  }
  throw corrupt(pages.path, `it has no bucket ${name}: etcd 3 did not write it`);
}

interface Leaf extends BoltPair {
  readonly isBucket: boolean;
}

function* walk(pages: Pages, page: Page, depth: number): Generator<Leaf, void, undefined> {
  if (depth > MAX_DEPTH) throw corrupt(pages.path, "its pages form a cycle");
  for (let i = 0; i < page.count; i++) {
    const at = PAGE_HEADER + i * ELEMENT;
    if (at + ELEMENT > page.bytes.length) throw corrupt(pages.path, "a page has more elements than room");
    if ((page.flags & BRANCH) !== 0) {
      yield* walk(pages, pages.read(Number(page.bytes.readBigUInt64LE(at + 8))), depth + 1);
    } else if ((page.flags & LEAF) !== 0) {
      yield readLeaf(pages.path, page.bytes, at);
    } else {
      throw corrupt(pages.path, `a page has the unknown flags ${page.flags}`);
    }
  }
}

function readLeaf(path: string, bytes: Buffer, at: number): Leaf {
  const start = at + bytes.readUInt32LE(at + 4);
  const keyEnd = start + bytes.readUInt32LE(at + 8);
  const end = keyEnd + bytes.readUInt32LE(at + 12);
  if (end > bytes.length) throw corrupt(path, "a pair reaches beyond its page");
  const isBucket = (bytes.readUInt32LE(at) & BUCKET) !== 0;
  return { key: bytes.subarray(start, keyEnd), value: bytes.subarray(keyEnd, end), isBucket };
}

function corrupt(path: string, why: string): StoreError {
  return new StoreError("corrupt", `${path} is not a readable etcd database: ${why}.`);
}
