import { type Clock, createCounter, createGauge, type Family, type NumberCell } from "@kiln/api";
import { isStoreError, type Store } from "@kiln/store";

/** A part of the server with a health check. */
export interface HealthCheck {
  readonly name: string;
  /** Endpoints that run the check; all if absent. */
  readonly root?: "readyz";
  /** True if a failure is no fault: a server that stops is not ready. */
  readonly isIntended?: boolean;
  /** Throws if the check fails. */
  check(): Promise<void> | void;
}

/** The health checks with their metrics, and the switches that make readiness fail. */
export interface Health {
  readonly checks: readonly HealthCheck[];
  /** Metrics of `/metrics/slis`: results of the checks of `/healthz`, `/livez` and `/readyz`. */
  readonly slis: readonly Family<NumberCell>[];
  count(check: HealthCheck, root: string, isSuccess: boolean): void;
  /** Called when the parts of the server that follow the store have read it. */
  markSynced(): void;
  /** Starts shutdown: readiness fails, while requests are still answered. */
  beginShutdown(): void;
}

/** Kubernetes: timeout of the health check of etcd (storagebackend/config.go DefaultHealthcheckTimeout, v1.36). */
export const HEALTH_TIMEOUT_MS = 2000;

export function createHealth(store: Store, clock: Pick<Clock, "setTimer">): Health {
  let isStopping = false;
  let isSynced = false;
  const latest = createGauge({
    name: "kubernetes_healthcheck",
    help: "Number of successes in the latest run of a health check, 1 or 0, by check and endpoint.",
    labels: ["name", "type"],
  });
  const total = createCounter({
    name: "kubernetes_healthchecks_total",
    help: "Total number of results of health checks, by check, endpoint and status.",
    labels: ["name", "status", "type"],
  });
  const checkStore = () => withinTime(clock, store.checkHealth());
  const checks: readonly HealthCheck[] = [
    { name: "ping", check: () => {} },
    {
      // Kubernetes: name of the store's check, which probes and dashboards use (server/options/etcd.go
      // addEtcdHealthEndpoint, v1.36).
      name: "etcd",
      async check() {
        try {
          await checkStore();
        } catch (error) {
          // Liveness passes without disk space, because a restart would not free any.
          if (!isStoreError(error, "no-space")) {
            throw error;
          }
        }
      },
    },
    // Kubernetes: a second check of the store, for readiness only (server/options/etcd.go addEtcdHealthEndpoint,
    // v1.36); it also requires disk space.
    { name: "etcd-readiness", root: "readyz", check: checkStore },
    {
      name: "informer-sync",
      root: "readyz",
      check: () => {
        if (!isSynced) {
          throw new Error("the stored objects that the server follows are not read yet");
        }
      },
    },
    {
      name: "shutdown",
      root: "readyz",
      isIntended: true,
      check: () => {
        if (isStopping) {
          throw new Error("process is shutting down");
        }
      },
    },
  ];
  return {
    checks,
    slis: [latest, total],
    count({ name }, root, isSuccess) {
      latest.cell([name, root]).value = isSuccess ? 1 : 0;
      total.cell([name, isSuccess ? "success" : "error", root]).value++;
    },
    markSynced() {
      isSynced = true;
    },
    beginShutdown() {
      isStopping = true;
    },
  };
}

/** Rejects at the time limit, so that a probe gets a response even if the store hangs. */
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
