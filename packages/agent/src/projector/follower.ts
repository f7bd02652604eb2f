import { type Clock, type KubeObject, StatusError } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { Method } from "./projector-config.ts";

/** Common options of followers of objects. */
export interface FollowOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly method: Method;
  readonly sleepMs: number;
  readonly watchSeconds: number;
  /** Called when the known objects changed. */
  onChange(): void;
  /** Called with an error that is retried. */
  onError(error: unknown): void;
}

/** Objects of one source that are known now. */
export interface Follower {
  /** Whether everything was read at least once: an absent object does not exist. */
  readonly isSettled: boolean;
  /** Whether an object is followed: contact with the server is expected. */
  readonly isOpen: boolean;
  /** Time of the last contact with the server, on the clock's monotonic scale. */
  readonly lastContactMs: number;
  objects(): readonly KubeObject[];
  stop(): void;
}

export function isImmutable(object: KubeObject): boolean {
  return object.immutable === true;
}

/** Reads an object; undefined if it does not exist. */
export async function readIfThere(read: () => Promise<KubeObject>): Promise<KubeObject | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 404) {
      return undefined;
    }
    throw error;
  }
}
