import type { Store } from "@kiln/store";

/** A part of the server that can say whether it works. */
export interface HealthCheck {
  readonly name: string;
  /** Where it is asked; everywhere if absent. */
  readonly root?: "readyz";
  /** Throws if it does not. */
  check(): Promise<void> | void;
}

/** The checks, and the one who makes those of readiness fail. */
export interface Health {
  readonly checks: readonly HealthCheck[];
  /** Nobody should send new requests here any more; those that come are answered. */
  beginShutdown(): void;
}

export function createHealth(store: Store): Health {
  let isStopping = false;
  const checks: readonly HealthCheck[] = [
    { name: "ping", check: () => {} },
    {
      // Kubernetes: the name by which probes and dashboards know the check of whatever holds the objects.
      name: "etcd",
      check: async () => {
        await store.currentRevision();
      },
    },
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
