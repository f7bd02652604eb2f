import {
  generateName,
  type JsonObject,
  type KubeObject,
  kindPrefix,
  objectAt,
  StatusError,
  statusAlreadyExists,
} from "@kiln/api";
import { bindPod } from "@kiln/apiserver/extension";
import type { ControllerServices } from "@kiln/controllers";
import { createKinds, type Place, type Resource, readStoredObject, storeKey } from "@kiln/kinds";
import { isStoreError, type StoreEvent, yieldTurn } from "@kiln/store";
import type { Cluster, KindName, NewObject, ObjectRef } from "./cluster.ts";
import { createView, type FedView, type View, type ViewOptions } from "./view.ts";

interface Followed {
  readonly resource: Resource;
  readonly view: FedView<never>;
  /** Commits received while the stored objects were being read; undefined afterwards. */
  waiting: StoreEvent[] | undefined;
}

/** Opens the objects of a server. Follows commits from the call on. */
export function openCluster(services: ControllerServices): Cluster {
  const { clock, random, log } = services;
  const kinds = createKinds(services.registry);
  const find: FindResource = ({ apiVersion, kind }) => {
    const resource = kinds.find(apiVersion, kind);
    if (resource === undefined) {
      throw new Error(`${apiVersion} ${kind} is not served`);
    }
    return resource;
  };
  return {
    clock,
    random: random.fraction,
    log,
    keyOf: (kind, namespace, name) => storeKey(find(kind), namespace, name),
    isServed: ({ apiVersion, kind }) => kinds.find(apiVersion, kind) !== undefined,
    resourceOf(kind) {
      const { group, names } = find(kind);
      return { group, resource: names.plural };
    },
    ...createReading(services, find),
    ...createWriting(services, find),
  };
}

type FindResource = (kind: KindName) => Resource;

function placeOf(find: FindResource, ref: ObjectRef): Place {
  const { namespace = "", name = "" } = ref.metadata;
  return { resource: find(ref), namespace, name };
}

type Reading = Pick<Cluster, "view" | "load" | "loadKind" | "read" | "stop">;

function createReading(services: ControllerServices, find: FindResource): Reading {
  const { store } = services;
  const followed = new Map<string, Followed>();
  const unsubscribe = store.onCommit(({ events }) => {
    for (const event of events) {
      const kind = followed.get(kindPrefix(event.key));
      if (kind?.waiting !== undefined) {
        kind.waiting.push(event);
      } else if (kind !== undefined) {
        follow(services, kind, event);
      }
    }
  });
  return {
    view<T>(kind: KindName, options: ViewOptions<T>): View<T> {
      const resource = find(kind);
      const known = followed.get(resource.storage.prefix);
      const view = (known?.view as FedView<T> | undefined) ?? createView(options);
      if (known === undefined) {
        followed.set(resource.storage.prefix, { resource, view: view as FedView<never>, waiting: [] });
      }
      return view;
    },
    async load() {
      for (const kind of followed.values()) {
        await load(services, kind);
      }
    },
    async loadKind(name) {
      const kind = followed.get(find(name).storage.prefix);
      if (kind?.waiting !== undefined) {
        await load(services, kind);
      }
    },
    read(ref) {
      const { resource, namespace, name } = placeOf(find, ref);
      const entry = store.peek(storeKey(resource, namespace, name));
      return entry === undefined ? undefined : (readStoredObject(resource, entry) as KubeObject);
    },
    stop: unsubscribe,
  };
}

async function load(services: ControllerServices, kind: Followed): Promise<void> {
  const range = await services.store.range({ prefix: kind.resource.storage.prefix });
  for await (const { entries } of range) {
    for (const entry of entries) {
      follow(services, kind, { ...entry, type: "create" });
    }
    await yieldTurn();
  }
  const waiting = kind.waiting ?? [];
  kind.waiting = undefined;
  for (const event of waiting.filter(({ revision }) => revision > range.revision)) {
    follow(services, kind, event);
  }
}

type Writing = Pick<Cluster, "create" | "change" | "remove" | "bind">;

function createWriting(services: ControllerServices, find: FindResource): Writing {
  return {
    create: (actor, object) => create(services, { actor, object, resource: find(object) }),
    change: (actor, ref, { subresource, change }) =>
      services.objects.change(actor, {
        place: { ...placeOf(find, ref), ...(subresource === undefined ? {} : { subresource }) },
        ...(ref.metadata.uid === undefined ? {} : { uid: ref.metadata.uid }),
        change,
      }),
    async remove(actor, ref, how = {}) {
      const { uid } = ref.metadata;
      const preconditions = uid === undefined ? {} : { uid };
      try {
        await services.objects.delete(actor, { place: placeOf(find, ref), options: { ...how, preconditions } });
      } catch (error) {
        // A conflict means that another object has the name.
        if (!(error instanceof StatusError && error.status.code === 409)) {
          throw error;
        }
      }
    },
    async bind(pod, node) {
      const { namespace = "", name = "", uid = "" } = pod.metadata;
      const binding = { metadata: { name, uid }, target: { kind: "Node", name: node } };
      await bindPod(services.kinds, find(pod), { binding, namespace, name, isDryRun: false });
    },
  };
}

/** Skips an object that cannot be decoded, such as one that another program wrote to etcd. */
function follow(
  { log }: Pick<ControllerServices, "log">,
  { resource, view }: Followed,
  event: Omit<StoreEvent, "previous">,
): void {
  const { key, value, revision } = event;
  try {
    view.apply(key, value === undefined ? undefined : readStoredObject(resource, { key, value, revision }));
  } catch (error) {
    log.warn({ err: error, key }, `simulate: object ignored: ${key}: it cannot be decoded`);
  }
}

interface Creation {
  readonly actor: Parameters<Cluster["create"]>[0];
  readonly object: NewObject;
  readonly resource: Resource;
}

/**
 * Kubernetes: a generated name that is taken is tried again, up to eight times (registry/generic/registry/store.go
 * maxNameGenerationCreateAttempts, v1.36).
 */
const NAME_ATTEMPTS = 8;

async function create(services: ControllerServices, { actor, object, resource }: Creation): Promise<KubeObject> {
  const { namespace = "", name = "", generateName: prefix = "" } = object.metadata;
  for (let attempt = 1; ; attempt++) {
    const chosen = name === "" ? generateName(prefix, services.random.fraction) : name;
    const tree = structuredClone(object) as unknown as JsonObject;
    if (await services.objects.create(actor, { place: { resource, namespace, name: chosen }, object: tree })) {
      return tree as KubeObject;
    }
    if (name !== "" || attempt === NAME_ATTEMPTS) {
      throw statusAlreadyExists({ group: resource.group, resource: resource.names.plural }, chosen);
    }
  }
}

/** Whether the error is that the object already exists. */
export function isAlreadyExists(error: unknown): boolean {
  return isStoreError(error, "key-exists") || (error instanceof StatusError && error.status.reason === "AlreadyExists");
}

/** Whether the error is that the namespace is terminating, so that nothing can be created in it. */
export function isNamespaceGoing(error: unknown): boolean {
  const causes = error instanceof StatusError ? (error.status.details?.causes ?? []) : [];
  return causes.some(({ reason }) => reason === "NamespaceTerminating") || isNotFoundNamespace(error);
}

function isNotFoundNamespace(error: unknown): boolean {
  const { code, details } = error instanceof StatusError ? error.status : { code: 0, details: undefined };
  return code === 404 && objectAt(details as unknown as JsonObject).kind === "namespaces";
}
