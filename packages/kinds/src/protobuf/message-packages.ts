import { admissionregistrationV1 } from "./data/admissionregistration-v1.ts";
import { apidiscoveryV2 } from "./data/apidiscovery-v2.ts";
import { apiextensionsV1 } from "./data/apiextensions-v1.ts";
import { apiextensionsV1beta1 } from "./data/apiextensions-v1beta1.ts";
import { apiregistrationV1 } from "./data/apiregistration-v1.ts";
import { appsV1 } from "./data/apps-v1.ts";
import { authenticationV1 } from "./data/authentication-v1.ts";
import { authorizationV1 } from "./data/authorization-v1.ts";
import { autoscalingV1 } from "./data/autoscaling-v1.ts";
import { autoscalingV2 } from "./data/autoscaling-v2.ts";
import { batchV1 } from "./data/batch-v1.ts";
import { certificatesV1 } from "./data/certificates-v1.ts";
import { coordinationV1 } from "./data/coordination-v1.ts";
import { coreV1 } from "./data/core-v1.ts";
import { discoveryV1 } from "./data/discovery-v1.ts";
import { eventsV1 } from "./data/events-v1.ts";
import { flowcontrolV1 } from "./data/flowcontrol-v1.ts";
import { metaV1 } from "./data/meta-v1.ts";
import { metaV1beta1 } from "./data/meta-v1beta1.ts";
import { networkingV1 } from "./data/networking-v1.ts";
import { nodeV1 } from "./data/node-v1.ts";
import { policyV1 } from "./data/policy-v1.ts";
import { rbacV1 } from "./data/rbac-v1.ts";
import { resourceV1 } from "./data/resource-v1.ts";
import { schedulingV1 } from "./data/scheduling-v1.ts";
import { storageV1 } from "./data/storage-v1.ts";
import { storagemigrationV1beta1 } from "./data/storagemigration-v1beta1.ts";

/** The messages of each group version that has some, as text: the README beside the data says how to read it. */
export const messagePackages: ReadonlyMap<string, string> = new Map([
  ["admissionregistration.k8s.io/v1", admissionregistrationV1],
  ["apidiscovery.k8s.io/v2", apidiscoveryV2],
  ["apiextensions.k8s.io/v1", apiextensionsV1],
  ["apiextensions.k8s.io/v1beta1", apiextensionsV1beta1],
  ["apiregistration.k8s.io/v1", apiregistrationV1],
  ["apps/v1", appsV1],
  ["authentication.k8s.io/v1", authenticationV1],
  ["authorization.k8s.io/v1", authorizationV1],
  ["autoscaling/v1", autoscalingV1],
  ["autoscaling/v2", autoscalingV2],
  ["batch/v1", batchV1],
  ["certificates.k8s.io/v1", certificatesV1],
  ["coordination.k8s.io/v1", coordinationV1],
  ["discovery.k8s.io/v1", discoveryV1],
  ["events.k8s.io/v1", eventsV1],
  ["flowcontrol.apiserver.k8s.io/v1", flowcontrolV1],
  ["meta.k8s.io/v1", metaV1],
  ["meta.k8s.io/v1beta1", metaV1beta1],
  ["networking.k8s.io/v1", networkingV1],
  ["node.k8s.io/v1", nodeV1],
  ["policy/v1", policyV1],
  ["rbac.authorization.k8s.io/v1", rbacV1],
  ["resource.k8s.io/v1", resourceV1],
  ["scheduling.k8s.io/v1", schedulingV1],
  ["storage.k8s.io/v1", storageV1],
  ["storagemigration.k8s.io/v1beta1", storagemigrationV1beta1],
  ["v1", coreV1],
]);

/** What messages of other files are called by. */
export const messageAliases: ReadonlyMap<string, string> = new Map([
  ["core", "v1"],
  ["meta", "meta.k8s.io/v1"],
]);
