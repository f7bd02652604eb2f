import { compareQuantities, type KubeObject, parseQuantity, type StringMap } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import { refOf } from "../cluster/event-recorder.ts";
import { createLoop } from "../cluster/loop.ts";
import { isAlreadyExists } from "../cluster/open-cluster.ts";
import type { NamedMeta } from "../objects.ts";
import {
  CLAIM,
  type Claim,
  SELECTED_NODE,
  STORAGE_CLASS,
  type StorageClass,
  VOLUME,
  type Volume,
} from "../placement/volumes.ts";
import { isStalled } from "../pods/pod-script.ts";
import { compileSelector, type SimulatedController, type Simulation } from "../simulation.ts";

const ACTOR = createActor("persistent-volume-binder");
const PROVISIONER = "simulate.kiln/volumes";
const BOUND_BY = "pv.kubernetes.io/bound-by-controller";
const COMPLETED = "pv.kubernetes.io/bind-completed";
const PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
const DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";

/** Binds claims to existing volumes, or to volumes simulated for the claim's class. */
export const claimBinder: SimulatedController = {
  name: "persistentvolume-binder-controller",
  start(simulation) {
    const { cluster, volumes } = simulation;
    const claims = createLoop(cluster, {
      name: "persistentvolume-binder-controller",
      // One claim at a time, so that two never choose the same volume.
      width: 1,
      reconcile: async (key) => {
        const claim = volumes.claims.get(key);
        await (claim === undefined ? undefined : bindClaim(simulation, claim));
        return undefined;
      },
    });
    const reclaims = createLoop(cluster, {
      name: "persistentvolume-binder-controller",
      reconcile: async (key) => {
        const volume = volumes.volumes.get(key);
        await (volume === undefined ? undefined : followVolume(simulation, volume));
        return undefined;
      },
    });
    const addUnbound = () => {
      for (const [key, claim] of keyed(simulation)) {
        if (claim.status?.phase !== "Bound") {
          claims.add(key);
        }
      }
    };
    volumes.claims.onChange(({ key, now, before }) => {
      claims.add(key);
      const name = (now ?? before)?.spec.volumeName;
      if (name !== undefined && name !== "") {
        reclaims.add(cluster.keyOf(VOLUME, "", name));
      }
    });
    volumes.volumes.onChange(({ key }) => {
      reclaims.add(key);
      addUnbound();
    });
    volumes.classes.onChange(addUnbound);
    const begin = () => {
      void ensureClass(simulation);
      for (const key of volumes.claims.keys()) {
        claims.add(key);
      }
      for (const key of volumes.volumes.keys()) {
        reclaims.add(key);
      }
    };
    return {
      begin,
      stop() {
        claims.stop();
        reclaims.stop();
      },
    };
  },
};

function* keyed({ volumes }: Simulation): Iterable<[string, Claim]> {
  for (const key of volumes.claims.keys()) {
    yield [key, volumes.claims.get(key) as Claim];
  }
}

/** Creates the default storage class if there is none, for claims without a class. */
async function ensureClass({ cluster, volumes }: Simulation): Promise<void> {
  if ([...volumes.classes.all()].some(isDefault)) {
    return;
  }
  const metadata = { name: "standard", annotations: { [DEFAULT_CLASS]: "true" } };
  try {
    await cluster.create(ACTOR, { ...STORAGE_CLASS, metadata, provisioner: PROVISIONER } as never);
  } catch (error) {
    if (!isAlreadyExists(error)) {
      cluster.log.warn({ err: error }, "simulate: failed to create the default StorageClass");
    }
  }
}

async function bindClaim(simulation: Simulation, claim: Claim): Promise<void> {
  if (claim.metadata.deletionTimestamp != null || isStalled(claim.metadata)) {
    return;
  }
  const { cluster, volumes } = simulation;
  if ((claim.spec.volumeName ?? "") !== "") {
    const volume = volumes.volumes.get(cluster.keyOf(VOLUME, "", claim.spec.volumeName ?? ""));
    if (volume !== undefined && mayHave(claim, volume)) {
      await bind(simulation, claim, volume);
    }
    return;
  }
  if (claim.spec.storageClassName === undefined && (await assignDefault(simulation, claim))) {
    return;
  }
  const storageClass = volumes.classes.get(cluster.keyOf(STORAGE_CLASS, "", claim.spec.storageClassName ?? ""));
  const waits = storageClass?.volumeBindingMode === "WaitForFirstConsumer";
  const isSelected = claim.metadata.annotations?.[SELECTED_NODE] !== undefined;
  const found = waits && !isSelected ? undefined : findVolume(simulation, claim);
  if (found !== undefined) {
    await bind(simulation, claim, found);
  } else if (waits && !isSelected) {
    report(simulation, claim, "WaitForFirstConsumer", "waiting for first consumer to be created before binding");
  } else if (storageClass !== undefined && isProvisioned(simulation, storageClass)) {
    await provision(simulation, claim, storageClass);
  } else if ((claim.spec.storageClassName ?? "") === "") {
    const message = "no persistent volumes available for this claim and no storage class is set";
    report(simulation, claim, "FailedBinding", message);
  } else if (storageClass === undefined) {
    const message = `storageclass.storage.k8s.io "${claim.spec.storageClassName}" not found`;
    report(simulation, claim, "ProvisioningFailed", message, "Warning");
  }
}

/**
 * Whether this controller simulates the volumes of the StorageClass. If the cluster has Stages (KWOK) for claims, they do
 * it for all provisioners but the default one.
 */
function isProvisioned({ staged }: Simulation, { provisioner }: StorageClass): boolean {
  const isStaged = staged.has("PersistentVolumeClaim") && provisioner !== PROVISIONER;
  return provisioner !== "kubernetes.io/no-provisioner" && !isStaged;
}

/** Kubernetes: a claim that is older than the default class gets it later (pv_controller.go assignDefaultStorageClass, v1.36). */
function assignDefault({ cluster, volumes }: Simulation, claim: Claim): Promise<boolean> | false {
  const storageClass = [...volumes.classes.all()].find(isDefault);
  if (storageClass === undefined) {
    return false;
  }
  return cluster.change(ACTOR, claim, {
    change({ spec }) {
      Object.assign(spec as object, { storageClassName: storageClass.metadata.name });
      return true;
    },
  });
}

function isDefault({ metadata }: StorageClass): boolean {
  return metadata.annotations?.[DEFAULT_CLASS] === "true";
}

function report(
  { record }: Simulation,
  claim: Claim,
  reason: string,
  message: string,
  type: "Normal" | "Warning" = "Normal",
): void {
  record(ACTOR, { component: "persistentvolume-controller", about: refOf(claim), type, reason, message });
}

/** Whether the volume is reserved for this claim, or for no claim. */
function mayHave({ metadata }: Claim, { spec }: Volume): boolean {
  const { namespace, name, uid } = spec.claimRef ?? {};
  return (
    spec.claimRef === undefined ||
    (namespace === metadata.namespace &&
      name === metadata.name &&
      (uid === undefined || uid === "" || uid === metadata.uid))
  );
}

/** Smallest sufficient volume for a claim; a volume that is reserved for the claim comes first. */
function findVolume({ volumes }: Simulation, claim: Claim): Volume | undefined {
  const matches = claim.spec.selector === undefined ? () => true : compileSelector(claim.spec.selector);
  const wanted = claim.spec.resources?.requests?.storage ?? "0";
  const fitting = [...volumes.volumes.all()].filter(
    (volume) =>
      volume.metadata.deletionTimestamp == null &&
      mayHave(claim, volume) &&
      (volume.spec.storageClassName ?? "") === (claim.spec.storageClassName ?? "") &&
      (volume.spec.volumeMode ?? "Filesystem") === (claim.spec.volumeMode ?? "Filesystem") &&
      (claim.spec.accessModes ?? []).every((mode) => volume.spec.accessModes?.includes(mode)) &&
      matches(volume.metadata.labels ?? {}) &&
      compare(volume.spec.capacity?.storage ?? "0", wanted) >= 0,
  );
  fitting.sort(
    (a, b) =>
      Number(b.spec.claimRef !== undefined) - Number(a.spec.claimRef !== undefined) ||
      compare(a.spec.capacity?.storage ?? "0", b.spec.capacity?.storage ?? "0"),
  );
  return fitting[0];
}

function compare(a: string, b: string): number {
  const [one, other] = [parseQuantity(a).value, parseQuantity(b).value];
  return one === undefined || other === undefined ? 0 : compareQuantities(one, other);
}

async function provision(simulation: Simulation, claim: Claim, storageClass: StorageClass): Promise<void> {
  const { cluster } = simulation;
  const { uid, namespace, name } = claim.metadata;
  const volume = {
    ...VOLUME,
    metadata: { name: `pvc-${uid}`, annotations: { [PROVISIONED_BY]: storageClass.provisioner } },
    spec: {
      capacity: { storage: claim.spec.resources?.requests?.storage ?? "1Gi" },
      accessModes: claim.spec.accessModes ?? [],
      volumeMode: claim.spec.volumeMode ?? "Filesystem",
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? "Delete",
      storageClassName: storageClass.metadata.name,
      ...(storageClass.mountOptions === undefined ? {} : { mountOptions: storageClass.mountOptions }),
      claimRef: { ...CLAIM, namespace, name, uid },
      csi: { driver: storageClass.provisioner.replaceAll("/", ".").slice(0, 63), volumeHandle: `pvc-${uid}` },
    },
  };
  try {
    await cluster.create(ACTOR, volume as never);
  } catch (error) {
    if (!isAlreadyExists(error)) {
      throw error;
    }
  }
  report(simulation, claim, "ProvisioningSucceeded", `Successfully provisioned volume pvc-${uid}`);
  await bind(simulation, claim, volume as unknown as Volume);
}

async function bind(simulation: Simulation, claim: Claim, volume: Volume): Promise<void> {
  const { cluster } = simulation;
  const { namespace, name, uid } = claim.metadata;
  if (volume.spec.claimRef?.uid !== uid) {
    await cluster.change(ACTOR, volume, {
      change({ metadata, spec }) {
        const wasReserved = (spec as Volume["spec"]).claimRef !== undefined;
        Object.assign(spec as object, {
          claimRef: { ...(spec as Volume["spec"]).claimRef, ...CLAIM, namespace, name, uid },
        });
        return annotate(metadata as NamedMeta, wasReserved ? {} : { [BOUND_BY]: "yes" }) || true;
      },
    });
  }
  await setPhase(simulation, volume, "Bound");
  if (claim.spec.volumeName !== volume.metadata.name || claim.metadata.annotations?.[COMPLETED] === undefined) {
    await cluster.change(ACTOR, claim, {
      change({ metadata, spec }) {
        const wasNamed = (spec as Claim["spec"]).volumeName === volume.metadata.name;
        Object.assign(spec as object, { volumeName: volume.metadata.name });
        return (
          annotate(metadata as NamedMeta, { [COMPLETED]: "yes", ...(wasNamed ? {} : { [BOUND_BY]: "yes" }) }) || true
        );
      },
    });
  }
  if (claim.status?.phase !== "Bound") {
    const { accessModes = [], capacity = {} } = volume.spec;
    await cluster.change(ACTOR, claim, {
      subresource: "status",
      change(object) {
        object.status = { ...(object.status as object), phase: "Bound", accessModes, capacity };
        return true;
      },
    });
  }
}

function annotate(metadata: NamedMeta, added: StringMap): boolean {
  metadata.annotations = { ...metadata.annotations, ...added };
  return Object.keys(added).length > 0;
}

async function setPhase({ cluster }: Simulation, volume: KubeObject, phase: string): Promise<void> {
  await cluster.change(ACTOR, volume as never, {
    subresource: "status",
    change(object) {
      const status = (object.status ?? {}) as { phase?: string };
      object.status = { ...status, phase };
      return status.phase !== phase;
    },
  });
}

/** Releases a volume whose claim was deleted, and deletes it if its reclaim policy is Delete. */
async function followVolume(simulation: Simulation, volume: Volume): Promise<void> {
  const { cluster, volumes } = simulation;
  const { claimRef, persistentVolumeReclaimPolicy } = volume.spec;
  if (volume.metadata.deletionTimestamp != null) {
    return;
  }
  if (claimRef?.uid === undefined) {
    await setPhase(simulation, volume, "Available");
    return;
  }
  const claim = volumes.claims.get(cluster.keyOf(CLAIM, claimRef.namespace ?? "", claimRef.name ?? ""));
  if (claim?.metadata.uid === claimRef.uid) {
    return;
  }
  await setPhase(simulation, volume, "Released");
  if (persistentVolumeReclaimPolicy === "Delete") {
    await cluster.remove(ACTOR, volume);
  }
}
