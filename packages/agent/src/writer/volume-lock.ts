import { createServer, type Server } from "node:net";
import type { Clock } from "@kiln/api";
import { wait } from "@kiln/client";
import { hasCode, VolumeError } from "./volume-error.ts";

export interface LockOptions {
  /** Name of the lock: identifies one directory of this machine. */
  readonly id: string;
  readonly clock: Clock;
  /** Time to wait for another process that has the lock. */
  readonly patienceMs: number;
}

const RETRY_MS = 20;

/**
 * Runs `act` while no other process holds the lock of the same directory. The lock is an abstract socket name in the
 * kernel: it leaves no file in the volume, and is released when its process ends, however that happens. It is shared by
 * all processes of a network namespace (all containers of a Pod, all processes of a host); on systems other than Linux
 * it is not taken.
 */
export async function withLock<T>({ id, clock, patienceMs }: LockOptions, act: () => Promise<T>): Promise<T> {
  if (process.platform !== "linux") {
    return act();
  }
  const deadlineMs = clock.monotonicMs() + patienceMs;
  let server = await tryListen(id);
  while (server === undefined) {
    if (clock.monotonicMs() >= deadlineMs) {
      throw new VolumeError("busy", "another process is writing this volume");
    }
    await wait(clock, RETRY_MS, new AbortController().signal);
    server = await tryListen(id);
  }
  try {
    return await act();
  } finally {
    server.close();
  }
}

function tryListen(id: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error) => (hasCode(error, "EADDRINUSE") ? resolve(undefined) : reject(error)));
    server.listen({ path: `\0kiln-volume-${id}`, exclusive: true }, () => resolve(server));
  });
}
