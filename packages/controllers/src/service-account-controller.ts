import { createActor } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import { ensureInNamespaces } from "./ensure-in-namespaces.ts";

/** Gives every namespace the service account that Pods have if they name none. */
export const serviceAccountController: Controller = {
  name: "serviceaccount-controller",
  start: (services) =>
    ensureInNamespaces(services, {
      actor: createActor("service-account-controller"),
      plural: "serviceaccounts",
      name: "default",
      controller: "serviceaccount",
      make: () => ({ apiVersion: "v1", kind: "ServiceAccount", metadata: {} }),
    }),
};
