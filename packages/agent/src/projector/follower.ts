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

/** Known objects of one source. */
export interface Follower {
  /** Whether everything was read at least once: an absent object does not exist. */
  readonly isSettled: boolean;
  /** Whether an object is followed: contact with the server is expected. */
  readonly isOpen: boolean;
  /** On the clock's monotonic scale. */
  readonly lastContactMs: number;
  objects(): readonly KubeObject[];
  stop(): void;
}

export function isImmutable(object: KubeObject): boolean {
  return object.immutable === true;
}

/** Undefined if there is none. */
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
