import type { Clock } from "@kiln/api";
import { isStoreError, type Store } from "@kiln/store";

/** A part of the server with a health check. */
export interface HealthCheck {
  readonly name: string;
  /** The endpoints of the check; all if absent. */
  readonly root?: "readyz";
  /** Throws if the check fails. */
  check(): Promise<void> | void;
}

/** The health checks, and the switch that makes readiness fail. */
export interface Health {
  readonly checks: readonly HealthCheck[];
  /** Starts shutdown: not ready for new requests, which are still answered. */
  beginShutdown(): void;
}

/**
 * Kubernetes: a health check of etcd is given up after this long (storagebackend/config.go DefaultHealthcheckTimeout,
 * v1.36).
 */
export const HEALTH_TIMEOUT_MS = 2000;

export function createHealth(store: Store, clock: Pick<Clock, "setTimer">): Health {
  let isStopping = false;
  const checkStore = () => withinTime(clock, store.checkHealth());
  const checks: readonly HealthCheck[] = [
    { name: "ping", check: () => {} },
    {
      // Kubernetes: the name by which probes and dashboards know the check of the store (server/options/etcd.go
      // addEtcdHealthEndpoint, v1.36).
      name: "etcd",
      async check() {
        try {
          await checkStore();
        } catch (error) {
          // A restart would not free space, so the server stays live.
          if (!isStoreError(error, "no-space")) {
            throw error;
          }
        }
      },
    },
    // Kubernetes: the same for readiness alone (server/options/etcd.go addEtcdHealthEndpoint, v1.36); here with room to
    // write.
    { name: "etcd-readiness", root: "readyz", check: checkStore },
    {
      name: "shutdown",
      root: "readyz",
      check: () => {
        if (isStopping) {
          throw new Error("process is shutting down");
        }
      },
    },
  ];
  return {
    checks,
    beginShutdown() {
      isStopping = true;
    },
  };
}

/** Rejects at the time limit: a probe gets an answer even if the store hangs. */
async function withinTime(clock: Pick<Clock, "setTimer">, work: Promise<void>): Promise<void> {
  let timer: ReturnType<Clock["setTimer"]> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `the store did not answer within ${HEALTH_TIMEOUT_MS / 1000} s`;
    timer = clock.setTimer(HEALTH_TIMEOUT_MS, () => reject(new Error(message)));
  });
  try {
    await Promise.race([work, late]);
  } finally {
    timer?.cancel();
  }
}
