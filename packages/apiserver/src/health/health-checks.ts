import type { Store } from "@kiln/store";

/** A part of the server that can say whether it works. */
export interface HealthCheck {
  readonly name: string;
  /** Throws if it does not. */
  check(): Promise<void> | void;
}

export function createHealthChecks(store: Store): readonly HealthCheck[] {
  return [
    { name: "ping", check: () => {} },
    {
      // Kubernetes: the name by which probes and dashboards know the check of whatever holds the objects.
      name: "etcd",
      check: async () => {
        await store.currentRevision();
      },
    },
  ];
}
