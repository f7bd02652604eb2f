import type { Controller } from "./controller.ts";
import { garbageCollector } from "./garbage-collector.ts";
import { namespaceController } from "./namespace-controller.ts";
import { resourceQuotaController } from "./resource-quota-controller.ts";
import { rootCaPublisher } from "./root-ca-publisher.ts";
import { serviceAccountController } from "./service-account-controller.ts";

/** Every controller that runs inside the server, in the order in which they start. */
export const controllers: readonly Controller[] = [
  serviceAccountController,
  rootCaPublisher,
  namespaceController,
  garbageCollector,
  resourceQuotaController,
];
