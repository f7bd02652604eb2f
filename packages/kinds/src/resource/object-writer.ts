import type { JsonObject, User } from "@kiln/api";
import type { Entry } from "@kiln/store";
import type { DeleteOptions } from "./delete-options.ts";
import type { Resource } from "./resource.ts";

/** Identity under which a controller writes. */
export interface Actor {
  readonly user: User;
  /** Manager name in managedFields. */
  readonly program: string;
}

/** The server itself. */
export const SERVER_ACTOR: Actor = {
  user: { name: "system:apiserver", groups: ["system:masters", "system:authenticated"] },
  program: "kube-apiserver",
};

/** The service account under which kube-controller-manager would run the controller: webhooks and policies see it. */
export function createActor(serviceAccount: string): Actor {
  return {
    user: {
      name: `system:serviceaccount:kube-system:${serviceAccount}`,
      groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"],
    },
    // Kubernetes: managedFields of all its controllers name this one program (handlers/create.go prefixFromUserAgent,
    // v1.36).
    program: "kube-controller-manager",
  };
}

/** One object on one of its endpoints. */
export interface Place {
  readonly resource: Resource;
  /** Empty for cluster-scoped kinds. */
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
  /** If set, only the object with this uid is changed. */
  readonly uid?: string;
  /** Changes the object; false if there is nothing to change. Called again after a conflict. */
  readonly change: (object: JsonObject) => boolean;
}

export interface Configuration {
  readonly place: Place;
  readonly fieldManager: string;
  /** With apiVersion and kind, and without a name. */
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

/** Writes of the server itself and of its controllers: through every step of a write, on behalf of an {@link Actor}. */
export interface ObjectWriter {
  /** Changes the object. False if the name exists. */
  create(actor: Actor, creation: Creation): Promise<boolean>;
  /** False if nothing was written, because the object does not exist or is unchanged. */
  change(actor: Actor, wanted: ObjectChange): Promise<boolean>;
  /** Applies a configuration to an object of a kind with one version that is there, forcing conflicts. */
  apply(actor: Actor, wanted: Configuration): Promise<boolean>;
  /** Deletes an object if it still exists. Queued in this turn unless admission is asynchronous. */
  delete(actor: Actor, deletion: ActorDeletion): Promise<void>;
  /** Deletes each of the stored objects, or marks it as deleted if finalizers hold it. */
  deleteEntries(actor: Actor, batch: EntriesDeletion): Promise<void>;
}
