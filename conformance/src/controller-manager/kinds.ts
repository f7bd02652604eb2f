import type { ResourceType } from "@kiln/client";

function kind(group: string, version: string, plural: string, isNamespaced = true): ResourceType {
  return { group, version, plural, isNamespaced };
}

export const NAMESPACES = kind("", "v1", "namespaces", false);
export const NODES = kind("", "v1", "nodes", false);
export const PODS = kind("", "v1", "pods");
export const SERVICES = kind("", "v1", "services");
export const SERVICE_ACCOUNTS = kind("", "v1", "serviceaccounts");
export const SECRETS = kind("", "v1", "secrets");
export const CONFIG_MAPS = kind("", "v1", "configmaps");
export const ENDPOINTS = kind("", "v1", "endpoints");
export const QUOTAS = kind("", "v1", "resourcequotas");
export const CLAIMS = kind("", "v1", "persistentvolumeclaims");
export const VOLUMES = kind("", "v1", "persistentvolumes", false);
export const LEASES = kind("coordination.k8s.io", "v1", "leases");
export const DEPLOYMENTS = kind("apps", "v1", "deployments");
export const REPLICA_SETS = kind("apps", "v1", "replicasets");
export const DAEMON_SETS = kind("apps", "v1", "daemonsets");
export const STATEFUL_SETS = kind("apps", "v1", "statefulsets");
export const JOBS = kind("batch", "v1", "jobs");
export const CRON_JOBS = kind("batch", "v1", "cronjobs");
export const AUTOSCALERS = kind("autoscaling", "v2", "horizontalpodautoscalers");
export const BUDGETS = kind("policy", "v1", "poddisruptionbudgets");
export const SLICES = kind("discovery.k8s.io", "v1", "endpointslices");
export const CLUSTER_ROLES = kind("rbac.authorization.k8s.io", "v1", "clusterroles", false);
export const CLAIM_TEMPLATES = kind("resource.k8s.io", "v1", "resourceclaimtemplates");
export const RESOURCE_CLAIMS = kind("resource.k8s.io", "v1", "resourceclaims");
