import { admissionregistrationV1 } from "./admissionregistration-v1.ts";
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
import { coreV1Containers } from "./core-v1-containers.ts";
import { coreV1LegacyVolumes } from "./core-v1-legacy-volumes.ts";
import { coreV1Nodes } from "./core-v1-nodes.ts";
import { coreV1Pods } from "./core-v1-pods.ts";
import { coreV1Services } from "./core-v1-services.ts";
import { coreV1Volumes } from "./core-v1-volumes.ts";
import { discoveryV1 } from "./discovery-v1.ts";
import { eventsV1 } from "./events-v1.ts";
import { flowcontrolV1 } from "./flowcontrol-v1.ts";
import { metaV1 } from "./meta-v1.ts";
import { networkingV1 } from "./networking-v1.ts";
import { nodeV1 } from "./node-v1.ts";
import { policyV1 } from "./policy-v1.ts";
import { rbacV1 } from "./rbac-v1.ts";
import { resourceV1 } from "./resource-v1.ts";
import { schedulingV1 } from "./scheduling-v1.ts";
import { storageV1 } from "./storage-v1.ts";
import { storagemigrationV1beta1 } from "./storagemigration-v1beta1.ts";

const RAW = `
RawExtension: A Kubernetes object of any kind.
`;

const RESOURCE = `
Quantity: An amount such as 2, 500m, 1.5Gi: a number with an optional suffix (n, u, m, k, M, G, T, P, E or Ki, Mi, Gi, Ti, Pi, Ei).
`;

/** Texts of each package, by the prefix of its published names. A later text wins over an earlier one. */
export const DESCRIPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["io.k8s.api.admissionregistration.v1.", [admissionregistrationV1]],
  ["io.k8s.api.apps.v1.", [appsV1]],
  ["io.k8s.api.authentication.v1.", [authenticationV1]],
  ["io.k8s.api.authorization.v1.", [authorizationV1]],
  ["io.k8s.api.autoscaling.v1.", [autoscalingV1]],
  ["io.k8s.api.autoscaling.v2.", [autoscalingV2]],
  ["io.k8s.api.batch.v1.", [batchV1]],
  ["io.k8s.api.certificates.v1.", [certificatesV1]],
  ["io.k8s.api.coordination.v1.", [coordinationV1]],
  [
    "io.k8s.api.core.v1.",
    [coreV1Pods, coreV1Containers, coreV1Volumes, coreV1LegacyVolumes, coreV1Services, coreV1Nodes],
  ],
  ["io.k8s.api.discovery.v1.", [discoveryV1]],
  ["io.k8s.api.events.v1.", [eventsV1]],
  ["io.k8s.api.flowcontrol.v1.", [flowcontrolV1]],
  ["io.k8s.api.networking.v1.", [networkingV1]],
  ["io.k8s.api.node.v1.", [nodeV1]],
  ["io.k8s.api.policy.v1.", [policyV1]],
  ["io.k8s.api.rbac.v1.", [rbacV1]],
  ["io.k8s.api.resource.v1.", [resourceV1]],
  ["io.k8s.api.scheduling.v1.", [schedulingV1]],
  ["io.k8s.api.storage.v1.", [storageV1]],
  ["io.k8s.api.storagemigration.v1beta1.", [storagemigrationV1beta1]],
  ["io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.", [apiextensionsV1]],
  ["io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.", [apiextensionsV1, apiextensionsV1beta1]],
  ["io.k8s.apimachinery.pkg.api.resource.", [RESOURCE]],
  ["io.k8s.apimachinery.pkg.apis.meta.v1.", [metaV1]],
  ["io.k8s.apimachinery.pkg.runtime.", [RAW]],
  ["io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.", [apiregistrationV1]],
]);
