import { admissionKinds } from "./admissionregistration/kinds.ts";
import { apiService } from "./apiregistration/api-service.ts";
import { controllerRevision } from "./apps/controller-revision.ts";
import { daemonSet } from "./apps/daemon-set.ts";
import { deployment } from "./apps/deployment.ts";
import { replicaSet } from "./apps/replica-set.ts";
import { replicationController } from "./apps/replication-controller.ts";
import { statefulSet } from "./apps/stateful-set.ts";
import { horizontalPodAutoscaler } from "./autoscaling/horizontal-pod-autoscaler.ts";
import { cronJob, job } from "./batch/jobs.ts";
import { certificateSigningRequest } from "./certificates/certificate-signing-request.ts";
import { configMap } from "./config-map.ts";
import { lease } from "./coordination/lease.ts";
import { componentStatus } from "./core/component-status.ts";
import { endpoints, limitRange, node, resourceQuota } from "./core/kinds.ts";
import { binding, pod } from "./core/pod.ts";
import { podTemplate } from "./core/pod-template.ts";
import { service } from "./core/service.ts";
import { serviceAccount } from "./core/service-account.ts";
import { persistentVolume } from "./core/volumes/persistent-volume.ts";
import { persistentVolumeClaim } from "./core/volumes/persistent-volume-claim.ts";
import type { Declaration } from "./declaration.ts";
import { endpointSlice } from "./discovery/endpoint-slice.ts";
import { coreEvent, event } from "./events/events.ts";
import { flowSchema, priorityLevelConfiguration } from "./flowcontrol/kinds.ts";
import { namespace } from "./namespace.ts";
import { ingress, ingressClass, ipAddress, networkPolicy, serviceCidr } from "./networking/kinds.ts";
import { runtimeClass } from "./node/runtime-class.ts";
import { podDisruptionBudget } from "./policy/pod-disruption-budget.ts";
import { rbacKinds } from "./rbac/kinds.ts";
import { deviceClass, resourceClaim, resourceClaimTemplate, resourceSlice } from "./resource/kinds.ts";
import { priorityClass } from "./scheduling/priority-class.ts";
import { secret } from "./secret.ts";
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
} from "./storage/kinds.ts";
import { storageVersionMigration } from "./storagemigration/storage-version-migration.ts";

/** Behavior of kinds beyond their data file. A kind without a declaration is served as well. */
export const declarations: readonly Declaration[] = [
  binding,
  componentStatus,
  configMap,
  coreEvent,
  endpoints,
  limitRange,
  namespace,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  podTemplate,
  replicationController,
  resourceQuota,
  secret,
  service,
  serviceAccount,
  ...admissionKinds,
  apiService,
  controllerRevision,
  daemonSet,
  deployment,
  replicaSet,
  statefulSet,
  horizontalPodAutoscaler,
  cronJob,
  job,
  certificateSigningRequest,
  lease,
  endpointSlice,
  event,
  flowSchema,
  priorityLevelConfiguration,
  ingress,
  ingressClass,
  ipAddress,
  networkPolicy,
  serviceCidr,
  ...rbacKinds,
  deviceClass,
  resourceClaim,
  resourceClaimTemplate,
  resourceSlice,
  podDisruptionBudget,
  priorityClass,
  runtimeClass,
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
  storageVersionMigration,
];
