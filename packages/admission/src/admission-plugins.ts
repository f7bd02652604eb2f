import type { AdmissionPlugin } from "./admission-plugin.ts";
import { alwaysAdmit } from "./always-admit.ts";
import { alwaysDeny } from "./always-deny.ts";
import { alwaysPullImages } from "./always-pull-images.ts";
import { certificateApproval } from "./certificate-approval.ts";
import { certificateSigning } from "./certificate-signing.ts";
import { certificateSubjectRestriction } from "./certificate-subject-restriction.ts";
import { clusterTrustBundleAttest } from "./cluster-trust-bundle-attest.ts";
import { defaultIngressClass } from "./default-ingress-class.ts";
import { defaultStorageClass } from "./default-storage-class.ts";
import { defaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { denyServiceExternalIps } from "./deny-service-external-ips.ts";
import { extendedResourceToleration } from "./extended-resource-toleration.ts";
import { limitPodHardAntiAffinityTopology } from "./limit-pod-hard-anti-affinity-topology.ts";
import { limitRanger } from "./limit-ranger.ts";
import { namespaceAutoProvision } from "./namespace-auto-provision.ts";
import { namespaceExists } from "./namespace-exists.ts";
import { namespaceLifecycle } from "./namespace-lifecycle.ts";
import { nodeDeclaredFeatureValidator } from "./node-declared-feature-validator.ts";
import { nodeRestriction } from "./node-restriction/node-restriction.ts";
import { ownerReferencesPermissionEnforcement } from "./owner-references-permission-enforcement.ts";
import { persistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";
import { podNodeSelector } from "./pod-node-selector.ts";
import { podResizeValidator } from "./pod-resize-validator.ts";
import { podSecurity } from "./pod-security/pod-security.ts";
import { podTolerationRestriction } from "./pod-toleration-restriction.ts";
import { podTopologyLabels } from "./pod-topology-labels.ts";
import { mutatingAdmissionPolicy } from "./policies/mutating-admission-policy.ts";
import { validatingAdmissionPolicy } from "./policies/validating-admission-policy.ts";
import { priority } from "./priority.ts";
import { resourceQuota } from "./quota/resource-quota.ts";
import { runtimeClass } from "./runtime-class.ts";
import { serviceAccount } from "./service-account.ts";
import { storageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import { taintNodesByCondition } from "./taint-nodes-by-condition.ts";
import { mutatingAdmissionWebhook } from "./webhooks/mutating-admission-webhook.ts";
import { validatingAdmissionWebhook } from "./webhooks/validating-admission-webhook.ts";

/**
 * Admission plugins of kube-apiserver, in the order in which they run. A name is a plugin that needs a configuration
 * file, or that Kiln lacks. A new plugin is a file and a line here.
 */
const inOrder: readonly (AdmissionPlugin | string)[] = [
  alwaysAdmit,
  namespaceAutoProvision,
  namespaceLifecycle,
  namespaceExists,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  serviceAccount,
  nodeRestriction,
  taintNodesByCondition,
  alwaysPullImages,
  "ImagePolicyWebhook",
  podSecurity,
  podNodeSelector,
  priority,
  defaultTolerationSeconds,
  podTolerationRestriction,
  "EventRateLimit",
  extendedResourceToleration,
  defaultStorageClass,
  storageObjectInUseProtection,
  "PodGroupProtection",
  ownerReferencesPermissionEnforcement,
  persistentVolumeClaimResize,
  runtimeClass,
  certificateApproval,
  certificateSigning,
  clusterTrustBundleAttest,
  certificateSubjectRestriction,
  defaultIngressClass,
  denyServiceExternalIps,
  podTopologyLabels,
  "PodGroupWorkloadExists",
  nodeDeclaredFeatureValidator,
  "JobValidation",
  podResizeValidator,
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
  resourceQuota,
  alwaysDeny,
];

/** Plugins that need no configuration. */
export const admissionPlugins: readonly AdmissionPlugin[] = inOrder.filter((plugin) => typeof plugin !== "string");

/** Names of all plugins of kube-apiserver. */
export const pluginNames: readonly string[] = inOrder.map((plugin) =>
  typeof plugin === "string" ? plugin : plugin.name,
);
