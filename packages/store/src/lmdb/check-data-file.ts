import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { StoreError } from "../store-error.ts";
import { corrupt } from "./corrupt.ts";

/** Newest of LMDB's two meta pages: the fields that the check of the file size needs. */
interface Meta {
  readonly pageSize: number;
  readonly lastPage: number;
  readonly transaction: number;
  /** The first pages of the free list and of the main table. */
  readonly roots: readonly number[];
}

interface OpenFile {
  readonly path: string;
  readonly handle: number;
  readonly pages: number;
  readonly pageSize: number;
}

/** Offsets in a page: the common header, then on a meta page LMDB's struct MDB_meta. Little endian. */
const headerBytes = 24;
const flagsOffset = 18;
const lowerOffset = 20;
const magicOffset = headerBytes;
const magic = 0xbeefc0de;
const pageSizeOffset = headerBytes + 24;
const rootOffsets = [headerBytes + 24 + 40, headerBytes + 24 + 48 + 40] as const;
const lastPageOffset = headerBytes + 24 + 96;
const transactionOffset = lastPageOffset + 8;
const metaBytes = transactionOffset + 8;

const branchPage = 0x01;
const leafPage = 0x02;
const overflowPage = 0x04;
const isLargeNode = 0x01;
const isTableNode = 0x02;
const noPage = 2 ** 64;

/** A file of this size is read completely in a few milliseconds. */
const smallFileBytes = 16 * 1024 * 1024;

/**
 * Throws `corrupt` if the file was truncated or a page is invalid. Reading a page after the end of the file through the
 * memory map would crash the process, and LMDB itself checks only the magic number.
 *
 * Checks all pages in use of a small file, and of one that looks too short: LMDB may leave unused pages off the end.
 * That takes seconds per gigabyte, so of larger files only the first levels of each table are checked.
 */
export function checkDataFile(path: string, { isWhole: isForced = false } = {}): void {
  if (statSync(path).size === 0) return;
  const handle = openSync(path, isForced ? "r" : "r+");
  try {
    const meta = readNewestMeta(handle, path);
    // Read after the meta page: a server that uses the file extends it before it writes a meta page that needs the
    // space.
    const { size } = fstatSync(handle);
    const file: OpenFile = { path, handle, pageSize: meta.pageSize, pages: Math.floor(size / meta.pageSize) };
    const isWhole = isForced || size <= smallFileBytes || file.pages <= meta.lastPage;
    for (const root of meta.roots) checkTree(file, root, isWhole ? Number.POSITIVE_INFINITY : 1);
  } finally {
    closeSync(handle);
  }
}

function readNewestMeta(handle: number, path: string): Meta {
  const first = readMeta(handle, 0);
  const second = first && readMeta(handle, first.pageSize);
  if (first === undefined || second === undefined) throw corrupt(`${path} does not begin as a data file does`);
  return second.transaction > first.transaction ? second : first;
}

function readMeta(handle: number, position: number): Meta | undefined {
  const bytes = Buffer.alloc(metaBytes);
  if (readSync(handle, bytes, 0, metaBytes, position) < metaBytes) return undefined;
  const pageSize = bytes.readUInt32LE(pageSizeOffset);
  const isPowerOfTwo = pageSize >= 512 && pageSize <= 65536 && (pageSize & (pageSize - 1)) === 0;
  if (bytes.readUInt32LE(magicOffset) !== magic || !isPowerOfTwo) return undefined;
  return {
    pageSize,
    lastPage: readPageNumber(bytes, lastPageOffset),
    transaction: readPageNumber(bytes, transactionOffset),
    roots: rootOffsets.map((offset) => readPageNumber(bytes, offset)),
  };
}

/** Checks every page reachable from this one, through `depth` further levels of the main table and its sub-tables. */
function checkTree(file: OpenFile, root: number, depth: number): void {
  if (root >= noPage) return;
  const page = readPage(file, root);
  const flags = page.readUInt16LE(flagsOffset);
  const nodes = page.readUInt16LE(lowerOffset) >> 1;
  if ((flags & (branchPage | leafPage)) === 0 || headerBytes + nodes * 2 > file.pageSize) throw damaged(file, root);
  for (let i = 0; i < nodes; i++) {
    const node = headerBytes + page.readUInt16LE(headerBytes + i * 2);
    if (node + 8 > file.pageSize) throw damaged(file, root);
    checkNode(file, { page, node, isBranch: (flags & branchPage) !== 0 }, depth);
  }
}

interface NodePlace {
  readonly page: Buffer;
  readonly node: number;
  readonly isBranch: boolean;
}

function checkNode(file: OpenFile, { page, node, isBranch }: NodePlace, depth: number): void {
  const nodeFlags = page.readUInt16LE(node + 4);
  const data = node + 8 + page.readUInt16LE(node + 6);
  if (isBranch) {
    if (depth > 0) checkTree(file, page.readUInt32LE(node) + nodeFlags * 2 ** 32, depth - 1);
  } else if ((nodeFlags & isTableNode) !== 0) {
    checkTree(file, readPageNumber(page, data + 40), depth);
  } else if ((nodeFlags & isLargeNode) !== 0 && depth > 1) {
    const first = readPageNumber(page, data);
    const count = readPage(file, first).readUInt32LE(lowerOffset);
    if (first + count > file.pages) throw cutShort(file);
  }
}

function readPage(file: OpenFile, number: number): Buffer {
  if (number >= file.pages) throw cutShort(file);
  const page = Buffer.alloc(file.pageSize);
  readSync(file.handle, page, 0, file.pageSize, number * file.pageSize);
  const isKnown = (page.readUInt16LE(flagsOffset) & (branchPage | leafPage | overflowPage)) !== 0;
  if (!isKnown || readPageNumber(page, 0) !== number) throw damaged(file, number);
  return page;
}

function readPageNumber(bytes: Buffer, offset: number): number {
  return offset + 8 > bytes.length ? 0 : bytes.readUInt32LE(offset) + bytes.readUInt32LE(offset + 4) * 2 ** 32;
}

function cutShort({ path }: OpenFile): StoreError {
  return corrupt(`${path} was cut short`);
}

function damaged({ path }: OpenFile, page: number): StoreError {
  return corrupt(`${path} is damaged at page ${page}`);
}
