import { clusterRoleAggregation } from "./cluster-role-aggregation.ts";
import type { Controller } from "./controller.ts";
import { garbageCollector } from "./garbage-collector.ts";
import { namespaceController } from "./namespace-controller.ts";
import { podGarbageCollector } from "./pod-garbage-collector.ts";
import { policyStatusController } from "./policy-status-controller.ts";
import { resourceQuotaController } from "./resource-quota-controller.ts";
import { rootCaPublisher } from "./root-ca-publisher.ts";
import { serviceAccountController } from "./service-account-controller.ts";
import { serviceNumbersController } from "./service-numbers.ts";
import { claimProtection, volumeClassProtection, volumeProtection } from "./storage-protection.ts";
import { storageVersionMigrator } from "./storage-version-migrator.ts";
import { tokenController } from "./token-controller.ts";
import { ttlAfterFinished } from "./ttl-after-finished.ts";

/** Every controller that runs inside the server, in the order in which they start. */
export const controllers: readonly Controller[] = [
  serviceAccountController,
  tokenController,
  rootCaPublisher,
  namespaceController,
  garbageCollector,
  resourceQuotaController,
  clusterRoleAggregation,
  ttlAfterFinished,
  podGarbageCollector,
  claimProtection,
  volumeProtection,
  volumeClassProtection,
  serviceNumbersController,
  policyStatusController,
  storageVersionMigrator,
];
