import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { StoreClock } from "./store-clock.ts";
import { StoreError } from "./store-error.ts";

/**
 * The process that uses a directory. `startedAt` distinguishes a process from a later one with the same number, `boot`
 * from one of an earlier boot, `pids` from one in another PID namespace. `dev` and `ino` are those of the lock file
 * itself: a copy of the directory has a copy of the file, and is not in use.
 */
interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  readonly host: string;
  readonly boot?: string;
  readonly pids?: string;
  readonly dev?: number;
  readonly ino?: number;
}

const lockFile = "LOCK";
const takeoverDirectory = "LOCK.takeover";
const heartbeatMs = 10_000;

/** A holder that cannot be looked up, such as one on another host, counts as dead after this many silent heartbeats. */
const silentMs = 6 * heartbeatMs;

/** A takeover takes a millisecond: one that has not ended by then was cut off by a crash. */
export const takeoverAbandonedMs = 10_000;

/**
 * Makes this process the only user of a directory until the returned function is called. Throws `locked`, naming
 * the process that has it, or `no-space`. A lock left by a process that died is taken over; nothing is left behind by
 * an attempt that fails.
 */
export function lockDirectory(directory: string, clock: StoreClock): () => void {
  const path = join(directory, lockFile);
  try {
    if (!tryLock(path)) takeOver(directory);
  } catch (error) {
    throw explainNoSpace(error, directory);
  }
  const stopHeartbeat = clock.every(heartbeatMs, () => beat(path));
  return () => {
    stopHeartbeat();
    rmSync(path, { force: true });
  };
}

function beat(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    // The file was removed, or the disk fails; writes will report it, and this is no reason to end the process.
    if (typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
  }
}

/** Creates the lock file; false if it exists. It appears with its content: no process ever reads half of it. */
function tryLock(path: string): boolean {
  const fresh = writeFresh(path);
  try {
    linkSync(fresh, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "EMLINK") return tryCreate(path);
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Fallback for file systems without hard links: another process may read the file before it is complete. */
function tryCreate(path: string): boolean {
  try {
    writeSelf(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A lock file of this process under a name of its own. */
function writeFresh(path: string): string {
  const fresh = `${path}.${randomUUID()}`;
  try {
    writeSelf(fresh);
    return fresh;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function writeSelf(path: string): void {
  const handle = openSync(path, "wx", 0o600);
  try {
    const { dev, ino } = fstatSync(handle);
    const { pid } = process;
    const self: Holder = { pid, startedAt: readStartTime(pid), host: hostname(), ...readSystem(), dev, ino };
    const text = JSON.stringify(self);
    if (writeSync(handle, text) < text.length) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  } finally {
    closeSync(handle);
  }
}

/** Two processes may find the same dead holder; making a directory lets only one of them replace the file. */
function takeOver(directory: string): void {
  const path = join(directory, lockFile);
  const guard = join(directory, takeoverDirectory);
  refuseIfHeld(directory);
  removeAbandoned(guard);
  try {
    mkdirSync(guard, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new StoreError("locked", `Another process is just opening ${directory}: try again in ten seconds.`);
  }
  try {
    refuseIfHeld(directory);
    // The new lock file is inside the guard directory: removing that also removes a lock file of an attempt that was
    // cut off.
    renameSync(writeFresh(join(guard, lockFile)), path);
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/** Renamed first: of two processes that find the abandoned directory, only one can rename it. */
function removeAbandoned(guard: string): void {
  try {
    if (Math.abs(Date.now() - statSync(guard).mtimeMs) < takeoverAbandonedMs) return;
    const aside = `${guard}.${randomUUID()}`;
    renameSync(guard, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Process that holds the lock of the directory, if the lock file can be read. */
export function findHolder(directory: string): { readonly pid: number; readonly host: string } | undefined {
  const path = join(directory, lockFile);
  const holder = readHolder(path);
  return holder !== undefined && isAlive(holder, path) ? holder : undefined;
}

function refuseIfHeld(directory: string): void {
  const holder = findHolder(directory);
  if (holder === undefined) return;
  const where = holder.host === hostname() ? "" : ` on ${holder.host}`;
  const advice = "stop it first, or use another directory";
  throw new StoreError("locked", `Process ${holder.pid}${where} is using ${directory}: ${advice}.`);
}

/** Content of a lock file; undefined if it does not exist, or was cut short by a crash while it was written. */
function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8"));
    return typeof holder?.pid === "number" ? holder : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (holder.ino !== undefined && holder.ino !== stat.ino)) return false;
  const { boot, pids } = readSystem();
  const isHere = holder.host === hostname();
  const isVisible = isHere && (holder.pids === undefined || holder.pids === pids);
  if (!isVisible) return Date.now() - stat.mtimeMs < silentMs;
  if (holder.dev !== undefined && holder.dev !== stat.dev) return false;
  if (holder.boot !== undefined && holder.boot !== boot) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return readStartTime(holder.pid) === holder.startedAt;
}

/** Ids of the boot and of the PID namespace; empty on systems without /proc. */
function readSystem(): { readonly boot: string; readonly pids: string } {
  return {
    boot: orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    pids: orEmpty(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** Start time of the process, comparable for equality only; empty if it ended, or the system does not have it. */
function readStartTime(pid: number): string {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name, in parentheses, may hold anything; the state comes after it, and start time is the 20th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A zombie (state Z) has ended and holds nothing, although it is still listed.
  return fields[0] === "Z" ? "" : (fields[19] ?? "");
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

function explainNoSpace(error: unknown, directory: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  const message = `There is no room on the disk to open ${directory} (${code}): make some, then start again.`;
  return new StoreError("no-space", message, { cause: error });
}
