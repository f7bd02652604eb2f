import { type Clock, type JsonObject, type KubeObject, printMicroTime, StatusError, toMicroTime } from "@kiln/api";
import type { Client } from "./client.ts";
import type { ResourceType } from "./resource-type.ts";
import { wait } from "./wait.ts";

export interface LeaderElectionOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  readonly lease: { readonly namespace: string; readonly name: string };
  /** Unique name of this process. */
  readonly identity: string;
  /** How long other candidates wait after the leader's last renewal. */
  readonly leaseMs?: number;
  /** A leader that could not renew for this long stops leading; shorter than `leaseMs`, so that two never lead. */
  readonly renewDeadlineMs?: number;
  readonly retryMs?: number;
  /** Runs while this process leads; must end when the signal is aborted. */
  lead(signal: AbortSignal): Promise<void>;
  onError?(error: unknown): void;
}

const LEASES: ResourceType = { group: "coordination.k8s.io", version: "v1", plural: "leases", isNamespaced: true };

/** Takes part until the signal is aborted; then releases the lease, so that another may lead at once. */
export async function takePart(options: LeaderElectionOptions, signal: AbortSignal): Promise<void> {
  const { clock, retryMs = 2000, renewDeadlineMs = 10_000 } = options;
  const candidate = createCandidate(options);
  while (!signal.aborted) {
    if (!(await candidate.tryToHold(signal))) {
      await wait(clock, retryMs * (1 + options.fraction() * 0.2), signal);
      continue;
    }
    const lost = new AbortController();
    const stop = () => lost.abort();
    signal.addEventListener("abort", stop, { once: true });
    const leading = options.lead(lost.signal).catch((error) => options.onError?.(error));
    void leading.then(stop);
    await renewUntil(candidate, { clock, retryMs, renewDeadlineMs, signal: lost.signal });
    lost.abort();
    signal.removeEventListener("abort", stop);
    await leading;
    await candidate.release();
  }
}

interface RenewOptions {
  readonly clock: Clock;
  readonly retryMs: number;
  readonly renewDeadlineMs: number;
  readonly signal: AbortSignal;
}

/** Ends when the signal fires, or when the lease could not be renewed in time. */
async function renewUntil(candidate: Candidate, options: RenewOptions): Promise<void> {
  const { clock, retryMs, renewDeadlineMs, signal } = options;
  let renewedMs = clock.monotonicMs();
  while (!signal.aborted && clock.monotonicMs() - renewedMs < renewDeadlineMs) {
    await wait(clock, retryMs, signal);
    const tried = new AbortController();
    const deadline = clock.setTimer(renewedMs + renewDeadlineMs - clock.monotonicMs(), () => tried.abort());
    if (!signal.aborted && (await candidate.tryToHold(AbortSignal.any([signal, tried.signal])))) {
      renewedMs = clock.monotonicMs();
    }
    deadline.cancel();
  }
}

interface Candidate {
  /** True if this process holds the lease now. Never rejects. */
  tryToHold(signal: AbortSignal): Promise<boolean>;
  release(): Promise<void>;
}

interface LeaseSpec extends JsonObject {
  holderIdentity?: string;
  leaseTransitions?: number;
  acquireTime?: string;
}

function createCandidate(options: LeaderElectionOptions): Candidate {
  const { client, clock, lease, identity, leaseMs = 15_000 } = options;
  // Clocks of other machines are not compared: the age of the lease is the time since this process last saw it change.
  let seen = { resourceVersion: "", atMs: 0 };

  const write = async (found: KubeObject | undefined, holder: string, signal?: AbortSignal): Promise<boolean> => {
    const now = printMicroTime(toMicroTime(clock.now()));
    const old = (found?.spec ?? {}) as LeaseSpec;
    const isRenewal = old.holderIdentity === holder;
    const spec: LeaseSpec = {
      holderIdentity: holder,
      leaseDurationSeconds: Math.round(leaseMs / 1000),
      acquireTime: isRenewal ? (old.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (old.leaseTransitions ?? 0) + (isRenewal || found === undefined ? 0 : 1),
    };
    const object = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: found?.metadata ?? { ...lease },
      spec,
    };
    const how = signal === undefined ? {} : { signal };
    const written = found === undefined ? client.create(LEASES, object, how) : client.update(LEASES, object, how);
    remember(await written);
    return true;
  };

  const remember = ({ metadata: { resourceVersion = "" } }: KubeObject): void => {
    if (resourceVersion !== seen.resourceVersion) {
      seen = { resourceVersion, atMs: clock.monotonicMs() };
    }
  };

  return {
    async tryToHold(signal) {
      try {
        const found = await findLease(options, signal);
        if (found !== undefined) {
          remember(found);
        }
        const { holderIdentity = "" } = (found?.spec ?? {}) as LeaseSpec;
        const isFree = holderIdentity === "" || clock.monotonicMs() - seen.atMs > leaseMs;
        return holderIdentity === identity || isFree ? await write(found, identity, signal) : false;
      } catch (error) {
        if (!(error instanceof StatusError && error.status.code === 409) && !signal.aborted) {
          options.onError?.(error);
        }
        return false;
      }
    },
    async release() {
      try {
        const found = await findLease(options);
        if ((found?.spec as LeaseSpec | undefined)?.holderIdentity === identity) {
          await write(found, "");
        }
      } catch (error) {
        // If the release fails, the lease expires by itself.
        options.onError?.(error);
      }
    },
  };
}

async function findLease(
  { client, lease }: LeaderElectionOptions,
  signal?: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    return await client.get(LEASES, lease, signal === undefined ? {} : { signal });
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 404) {
      return undefined;
    }
    throw error;
  }
}
