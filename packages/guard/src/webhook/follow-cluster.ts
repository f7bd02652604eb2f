import { type Clock, deepEqual, isJsonObject, type JsonObject, type JsonValue, type KubeObject } from "@kiln/api";
import { type Client, createBackoff, type Informer, type ResourceType, startInformer, wait } from "@kiln/client";
import type { GuardedKinds } from "./guarded-kinds.ts";
import { type ConfigurationOptions, guardConfigurations } from "./webhook-configurations.ts";

export interface FollowOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  /** Kinds with marks, updated with the cluster's CRDs. */
  readonly kinds: GuardedKinds;
  /**
   * Options of the webhook configurations, called for each write because certificates change. Undefined: another tool
   * writes the configurations.
   */
  readonly configure: (() => ConfigurationOptions) | undefined;
  readonly onFault: (error: unknown, what: string) => void;
}

/** Keeps the guard's copy of the CRDs, and its webhook configurations in the cluster, up to date. */
export interface ClusterFollower {
  /** Whether all CRDs were read, and the webhook configurations contain all kinds with marks. */
  readonly isReady: boolean;
  stop(): void;
}

const DEFINITIONS: ResourceType = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  isNamespaced: false,
};
const MUTATING: ResourceType = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "mutatingwebhookconfigurations",
  isNamespaced: false,
};
const VALIDATING: ResourceType = { ...MUTATING, plural: "validatingwebhookconfigurations" };

export function followCluster(options: FollowOptions): ClusterFollower {
  const { configure, kinds, onFault } = options;
  const stopped = new AbortController();
  const upkeep = createUpkeep(options, stopped.signal);
  const follow = (type: ResourceType, rest: Partial<Parameters<typeof startInformer>[0]> = {}): Informer =>
    startInformer({
      ...options,
      type,
      onChange: () => upkeep.wake(),
      onError: (error) => onFault(error, `${type.plural} cannot be read; trying again`),
      ...rest,
    });
  const definitions = follow(DEFINITIONS, {
    onChange({ type, object }) {
      if (type === "deleted") {
        kinds.delete(object.metadata.name ?? "");
      } else {
        kinds.set(object);
      }
      upkeep.wake();
    },
  });
  const name = configure?.().name;
  const own = name === undefined ? undefined : { fieldSelector: `metadata.name=${name}` };
  const configurations = own === undefined ? [] : [follow(MUTATING, own), follow(VALIDATING, own)];
  const informers = [definitions, ...configurations];
  upkeep.start(informers);
  // Periodic checks, because no event reports a renewed certificate authority.
  void wakeRegularly(options.clock, upkeep, stopped.signal);
  return {
    get isReady() {
      return definitions.hasSynced && (configure === undefined || upkeep.isDone);
    },
    stop() {
      stopped.abort();
      for (const informer of informers) {
        informer.stop();
      }
    },
  };
}

const AUTHORITY_CHECK_MS = 60_000;

async function wakeRegularly(clock: Clock, upkeep: Upkeep, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(clock, AUTHORITY_CHECK_MS, signal);
    upkeep.wake();
  }
}

interface Upkeep {
  /** Whether the cluster had all required objects at the last check. */
  readonly isDone: boolean;
  start(informers: readonly Informer[]): void;
  wake(): void;
}

/** Runs one check at a time; changes meanwhile trigger another one. */
function createUpkeep(options: FollowOptions, signal: AbortSignal): Upkeep {
  const { configure, clock, fraction, onFault } = options;
  const backoff = createBackoff({ firstMs: 400, lastMs: 30_000, fraction });
  let isDone = false;
  let isDirty = true;
  let isRunning = true;
  let known: readonly Informer[] = [];
  const run = async () => {
    isRunning = true;
    while (isDirty && !signal.aborted && configure !== undefined) {
      isDirty = false;
      try {
        await writeConfigurations(options, configure(), known.slice(1));
        isDone = true;
        backoff.reset();
      } catch (error) {
        isDirty = true;
        onFault(error, "the webhook configurations cannot be written; trying again");
        await wait(clock, backoff.nextMs(), signal);
      }
    }
    isRunning = false;
  };
  return {
    get isDone() {
      return isDone;
    },
    start(informers) {
      known = informers;
      void Promise.all(informers.map(({ synced }) => synced)).then(run, () => {});
    },
    wake() {
      isDirty = true;
      if (!isRunning) {
        void run();
      }
    },
  };
}

async function writeConfigurations(
  { client, kinds }: FollowOptions,
  options: ConfigurationOptions,
  [mutating, validating]: readonly Informer[],
): Promise<void> {
  const wanted = guardConfigurations(kinds.list(), options);
  await writeIfOther(client, { type: MUTATING, wanted: wanted.mutating, actual: mutating?.get(options.name) });
  await writeIfOther(client, { type: VALIDATING, wanted: wanted.validating, actual: validating?.get(options.name) });
}

interface Configuration {
  readonly type: ResourceType;
  readonly wanted: JsonObject;
  readonly actual: KubeObject | undefined;
}

async function writeIfOther(client: Client, { type, wanted, actual }: Configuration): Promise<void> {
  if (actual !== undefined && covers((actual as JsonObject).webhooks ?? [], wanted.webhooks as JsonValue)) {
    return;
  }
  const { name } = wanted.metadata as { name: string };
  await client.patch(type, { name }, { type: "apply", body: wanted, force: true }, { fieldManager: "kiln-guard" });
}

/**
 * Whether the object has all expected fields. Additional fields are defaults of the server and do not count; additional
 * webhooks do.
 */
function covers(actual: JsonValue, wanted: JsonValue): boolean {
  if (Array.isArray(actual) && Array.isArray(wanted)) {
    return actual.length === wanted.length && wanted.every((item, i) => covers(actual[i] as JsonValue, item));
  }
  if (isJsonObject(actual) && isJsonObject(wanted)) {
    return Object.entries(wanted).every(([key, value]) => {
      const found = actual[key];
      return found !== undefined && covers(found, value);
    });
  }
  return deepEqual(actual, wanted);
}
