import type { JsonObject, User } from "@kiln/api";
import type { Entry } from "@kiln/store";
import type { DeleteOptions } from "./delete-options.ts";
import type { Resource } from "./resource.ts";

/** Identity under which a controller writes. */
export interface Actor {
  readonly user: User;
  /** Field manager in managedFields. */
  readonly program: string;
}

/** Actor for writes of the server itself. */
export const SERVER_ACTOR: Actor = {
  user: { name: "system:apiserver", groups: ["system:masters", "system:authenticated"] },
  program: "kube-apiserver",
};

/**
 * Actor with the service account that the controller has in kube-controller-manager, which webhooks and policies see.
 */
export function createActor(serviceAccount: string): Actor {
  return {
    user: {
      name: `system:serviceaccount:kube-system:${serviceAccount}`,
      groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"],
    },
    // Kubernetes: managedFields of all controllers have this one program (handlers/create.go prefixFromUserAgent,
    // v1.36).
    program: "kube-controller-manager",
  };
}

/** One object, and the endpoint through which it is written. */
export interface Place {
  readonly resource: Resource;
  /** Namespace; empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: string;
}

export interface Creation {
  readonly place: Place;
  readonly object: JsonObject;
}

export interface ObjectChange {
  readonly place: Place;
  /** uid of the object to change; absent: any. */
  readonly uid?: string;
  /** Changes the object in place; false if there is nothing to change. Called again after a conflict. */
  readonly change: (object: JsonObject) => boolean;
}

export interface Configuration {
  readonly place: Place;
  readonly fieldManager: string;
  /** Applied configuration, with apiVersion and kind and without a name. */
  readonly config: JsonObject;
}

export interface ActorDeletion {
  readonly place: Place;
  readonly options: Omit<DeleteOptions, "isDryRun">;
}

export interface EntriesDeletion {
  readonly resource: Resource;
  readonly options: DeleteOptions;
  readonly entries: readonly Entry[];
}

/** Writes of the server and its controllers: through all steps of a write, on behalf of an {@link Actor}. */
export interface ObjectWriter {
  /** Creates an object, which the steps may change. False if the name exists. */
  create(actor: Actor, creation: Creation): Promise<boolean>;
  /** Updates an object. False if nothing was written, because it does not exist or is unchanged. */
  change(actor: Actor, wanted: ObjectChange): Promise<boolean>;
  /** Applies a configuration with force to an existing object of a kind with one version. */
  apply(actor: Actor, wanted: Configuration): Promise<boolean>;
  /** Deletes an object if it still exists. Queued in this turn unless admission is asynchronous. */
  delete(actor: Actor, deletion: ActorDeletion): Promise<void>;
  /** Deletes the stored objects, or marks them as deleted if finalizers hold them. */
  deleteEntries(actor: Actor, batch: EntriesDeletion): Promise<void>;
}
