import { statusTooLargeResourceVersion } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { RequestServices } from "../request/request-services.ts";

/** Maximum wait for a future revision, and the Retry-After, as in Kubernetes. */
const PATIENCE_MS = 3000;
const RETRY_AFTER_SECONDS = 1;

/** Resolves once reads see this revision; throws 504 if that takes too long. */
export async function waitForRevision(
  { store, clock }: Pick<RequestServices, "store" | "clock">,
  revision: bigint,
  request?: { readonly signal: AbortSignal },
): Promise<void> {
  if (revision <= BigInt(store.revision)) {
    return;
  }
  const signal = request?.signal;
  await new Promise<void>((resolve) => {
    const done = () => {
      stop();
      timer.cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const stop = store.onCommit((batch) => {
      if (revision <= BigInt(batch.revision)) {
        done();
      }
    });
    const timer = clock.setTimer(PATIENCE_MS, done);
    signal?.addEventListener("abort", done, { once: true });
  });
  // Another server of the cluster may have written a revision that this one has not seen yet.
  if (revision > BigInt(await store.currentRevision())) {
    throw statusTooLargeResourceVersion(revision, store.revision, RETRY_AFTER_SECONDS);
  }
}

/**
 * Throws 504 for a revision that the store has not reached. Kubernetes: reads that bypass the watch cache neither wait
 * nor send Retry-After (etcd3/store.go validateMinimumResourceVersion, v1.36).
 */
export async function requireRevision({ store }: Pick<RequestServices, "store">, revision: bigint): Promise<void> {
  if (revision > BigInt(store.revision) && revision > BigInt(await store.currentRevision())) {
    throw statusTooLargeResourceVersion(revision, store.revision, 0);
  }
}

/**
 * Kubernetes: Events are the only kind that is never read from a cache (registry/core/event/storage/storage.go NewREST,
 * v1.36).
 */
export function isUncached({ dialect, names }: Resource): boolean {
  return dialect.writing.hasOwnRules && names.plural === "events";
}
