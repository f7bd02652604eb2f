import type { PackageText } from "../package-text.ts";
import { admissionregistrationV1 } from "./admissionregistration-v1.ts";
import { apidiscoveryV2 } from "./apidiscovery-v2.ts";
import { apiextensionsV1 } from "./apiextensions-v1.ts";
import { apiextensionsV1beta1 } from "./apiextensions-v1beta1.ts";
import { apiregistrationV1 } from "./apiregistration-v1.ts";
import { appsV1 } from "./apps-v1.ts";
import { authenticationV1 } from "./authentication-v1.ts";
import { authorizationV1 } from "./authorization-v1.ts";
import { autoscalingV1 } from "./autoscaling-v1.ts";
import { autoscalingV2 } from "./autoscaling-v2.ts";
import { batchV1 } from "./batch-v1.ts";
import { certificatesV1 } from "./certificates-v1.ts";
import { coordinationV1 } from "./coordination-v1.ts";
import { coreV1 } from "./core-v1.ts";
import { discoveryV1 } from "./discovery-v1.ts";
import { eventsV1 } from "./events-v1.ts";
import { flowcontrolV1 } from "./flowcontrol-v1.ts";
import { metaV1 } from "./meta-v1.ts";
import { metaV1beta1 } from "./meta-v1beta1.ts";
import { networkingV1 } from "./networking-v1.ts";
import { nodeV1 } from "./node-v1.ts";
import { policyV1 } from "./policy-v1.ts";
import { rbacV1 } from "./rbac-v1.ts";
import { resourceV1 } from "./resource-v1.ts";
import { schedulingV1 } from "./scheduling-v1.ts";
import { storageV1 } from "./storage-v1.ts";
import { storagemigrationV1beta1 } from "./storagemigration-v1beta1.ts";

/** Every package of types that built-in kinds are decoded by. */
export const packages: readonly PackageText[] = [
  coreV1,
  metaV1,
  admissionregistrationV1,
  apiregistrationV1,
  appsV1,
  authenticationV1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  coordinationV1,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  networkingV1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1,
  schedulingV1,
  storageV1,
  storagemigrationV1beta1,
  apiextensionsV1,
  apiextensionsV1beta1,
  apidiscoveryV2,
  metaV1beta1,
];
