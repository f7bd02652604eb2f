import { createActor } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import { ensureInNamespaces } from "./ensure-in-namespaces.ts";

/** Creates the service account `default` in every namespace, which Pods use if they name none. */
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
