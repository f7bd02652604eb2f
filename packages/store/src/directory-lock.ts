import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { StoreClock } from "./store-clock.ts";
import { StoreError } from "./store-error.ts";

/** Who uses a directory. `startedAt` tells a process from a later one with the same number. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  readonly host: string;
}

const lockFile = "LOCK";
const takeoverDirectory = "LOCK.takeover";
const heartbeatMs = 10_000;

/** A holder on another host cannot be asked; after so many silent heartbeats it is taken for dead. */
const silentMs = 6 * heartbeatMs;

/**
 * Makes this process the only user of a directory until the returned function is called. Throws `locked`, naming
 * the process that has it. A lock left by a process that died is taken over.
 */
export function lockDirectory(directory: string, clock: StoreClock): () => void {
  const path = join(directory, lockFile);
  const self: Holder = { pid: process.pid, startedAt: readStartTime(process.pid), host: hostname() };
  if (!tryWrite(path, self)) takeOver(directory, self);
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
    // Somebody removed the file, or the disk is in trouble; writes will tell, and this is no place to end a process.
    if (typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
  }
}

function tryWrite(path: string, self: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(self), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Two processes may find the same dead holder; making a directory lets only one of them replace the file. */
function takeOver(directory: string, self: Holder): void {
  const path = join(directory, lockFile);
  const guard = join(directory, takeoverDirectory);
  refuseIfHeld(directory, path);
  try {
    mkdirSync(guard);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new StoreError("locked", `Another process is just opening ${directory}; if none is, remove ${guard}.`);
  }
  try {
    refuseIfHeld(directory, path);
    const fresh = join(guard, lockFile);
    writeFileSync(fresh, JSON.stringify(self));
    renameSync(fresh, path);
  } finally {
    rmdirSync(guard);
  }
}

function refuseIfHeld(directory: string, path: string): void {
  const holder = readHolder(path);
  if (holder === undefined || !isAlive(holder, path)) return;
  const where = holder.host === hostname() ? "" : ` on ${holder.host}`;
  const advice = "stop it first, or use another directory";
  throw new StoreError("locked", `Process ${holder.pid}${where} is using ${directory}: ${advice}.`);
}

/** Nothing when the file is gone or was cut short by a crash while it was written. */
function readHolder(path: string): Holder | undefined {
  try {
    const { pid, startedAt, host } = JSON.parse(readFileSync(path, "utf8"));
    return typeof pid === "number" ? { pid, startedAt: String(startedAt), host: String(host) } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < silentMs;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return readStartTime(holder.pid) === holder.startedAt;
}

/** When the process started, in a form that only equality makes sense of; empty if it ended, or the system does not tell. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold anything; the state comes after it, and start time is the 20th field.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // One that has ended and that its parent never asked about uses nothing, though it is still listed.
    return fields[0] === "Z" ? "" : (fields[19] ?? "");
  } catch {
    return "";
  }
}
