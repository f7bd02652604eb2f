import type { JsonObject } from "@kiln/api";
import type { Kind } from "./open-api.ts";

const POD_SPEC = `{"containers":[{"name":"a","image":"a"}]}`;
const SELECTOR = `{"matchLabels":{"app":"a"}}`;
const TEMPLATE = `{"metadata":{"labels":{"app":"a"}},"spec":${POD_SPEC}}`;
const JOB_SPEC = `{"template":{"spec":{"containers":[{"name":"a","image":"a"}],"restartPolicy":"Never"}}}`;
const CLAIM = `{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}`;
const RULE = `{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}`;
const WEBHOOK =
  `{"webhooks":[{"name":"a.example.com","clientConfig":{"url":"https://example.com"},"admissionReviewVersions":["v1"],` +
  `"sideEffects":"None","rules":[{"apiGroups":["*"],"apiVersions":["*"],"operations":["CREATE"],"resources":["cats"]}]}]}`;
const CONSTRAINTS = `"matchConstraints":{"resourceRules":[{"apiGroups":["cats"],"apiVersions":["*"],"operations":["CREATE"],"resources":["cats"]}]}`;
const ROLE_REF = `"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"view"}`;
const SUBJECTS = `"subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"a"}]`;
const DEVICES = `{"devices":{"requests":[{"name":"a","exactly":{"deviceClassName":"a"}}]}}`;

/** Valid objects by kind, as JSON without a name: values that the schema does not imply. */
const OBJECTS: Readonly<Record<string, string>> = {
  Pod: `{"spec":${POD_SPEC}}`,
  PodTemplate: `{"template":${TEMPLATE}}`,
  Deployment: `{"spec":{"selector":${SELECTOR},"template":${TEMPLATE}}}`,
  DaemonSet: `{"spec":{"selector":${SELECTOR},"template":${TEMPLATE}}}`,
  ReplicaSet: `{"spec":{"selector":${SELECTOR},"template":${TEMPLATE}}}`,
  StatefulSet: `{"spec":{"serviceName":"a","selector":${SELECTOR},"template":${TEMPLATE}}}`,
  ReplicationController: `{"spec":{"selector":{"app":"a"},"template":${TEMPLATE}}}`,
  Job: `{"spec":${JOB_SPEC}}`,
  CronJob: `{"spec":{"schedule":"* * * * *","jobTemplate":{"spec":${JOB_SPEC}}}}`,
  ControllerRevision: `{"revision":1,"data":{"a":1}}`,
  Service: `{"spec":{"ports":[{"name":"a","port":80}]}}`,
  Endpoints: `{"subsets":[{"addresses":[{"ip":"10.0.0.1"}],"ports":[{"port":80}]}]}`,
  EndpointSlice: `{"addressType":"IPv4","endpoints":[{"addresses":["10.0.0.1"]}],"ports":[{"name":"a","port":80}]}`,
  Event:
    `{"involvedObject":{"namespace":"default","kind":"Pod","name":"a"},"reason":"A","type":"Normal","regarding":` +
    `{"namespace":"default","kind":"Pod","name":"a"},"eventTime":"2026-01-02T03:04:05.000000Z","reportingController":"a.b/c",` +
    `"reportingInstance":"a","action":"A"}`,
  LimitRange: `{"spec":{"limits":[{"type":"Container","max":{"cpu":"1"}}]}}`,
  ResourceQuota: `{"spec":{"hard":{"pods":"100000"}}}`,
  PersistentVolume: `{"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"hostPath":{"path":"/a"}}}`,
  PersistentVolumeClaim: `{"spec":${CLAIM}}`,
  Role: `{"rules":[${RULE}]}`,
  ClusterRole: `{"rules":[${RULE}]}`,
  RoleBinding: `{${ROLE_REF},${SUBJECTS}}`,
  ClusterRoleBinding: `{${ROLE_REF},${SUBJECTS}}`,
  Ingress:
    `{"spec":{"rules":[{"host":"a.example.com","http":{"paths":[{"path":"/a","pathType":"Prefix","backend":` +
    `{"service":{"name":"a","port":{"number":80}}}}]}}]}}`,
  IngressClass: `{"spec":{"controller":"example.com/a"}}`,
  NetworkPolicy: `{"spec":{"podSelector":{},"ingress":[{"from":[{"podSelector":{}}],"ports":[{"port":80}]}]}}`,
  IPAddress: `{"spec":{"parentRef":{"resource":"services","name":"a","namespace":"default"}}}`,
  ServiceCIDR: `{"spec":{"cidrs":["10.1.0.0/16"]}}`,
  PodDisruptionBudget: `{"spec":{"minAvailable":1,"selector":${SELECTOR}}}`,
  HorizontalPodAutoscaler: `{"spec":{"maxReplicas":3,"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"a"}}}`,
  CertificateSigningRequest: `{"spec":{"request":"","signerName":"example.com/a","usages":["digital signature"]}}`,
  Lease: `{"spec":{"holderIdentity":"a","leaseDurationSeconds":10}}`,
  FlowSchema: `{"spec":{"priorityLevelConfiguration":{"name":"exempt"},"rules":[{"subjects":[{"kind":"Group","group":{"name":"a"}}],"nonResourceRules":[{"verbs":["get"],"nonResourceURLs":["/a"]}]}]}}`,
  PriorityLevelConfiguration: `{"spec":{"type":"Limited","limited":{"nominalConcurrencyShares":1,"limitResponse":{"type":"Reject"}}}}`,
  RuntimeClass: `{"handler":"a"}`,
  PriorityClass: `{"value":1}`,
  StorageClass: `{"provisioner":"example.com/a"}`,
  CSIDriver: `{"spec":{}}`,
  CSINode: `{"spec":{"drivers":[{"name":"a","nodeID":"a","topologyKeys":[]}]}}`,
  CSIStorageCapacity: `{"storageClassName":"a"}`,
  VolumeAttachment: `{"spec":{"attacher":"a","nodeName":"a","source":{"persistentVolumeName":"a"}}}`,
  VolumeAttributesClass: `{"driverName":"example.com","parameters":{"a":"b"}}`,
  ResourceClaim: `{"spec":${DEVICES}}`,
  ResourceClaimTemplate: `{"spec":{"spec":${DEVICES}}}`,
  ResourceSlice: `{"spec":{"driver":"example.com","nodeName":"a","pool":{"name":"a","generation":1,"resourceSliceCount":1},"devices":[{"name":"a"}]}}`,
  DeviceClass: `{"spec":{}}`,
  StorageVersionMigration: `{"spec":{"resource":{"group":"apps","resource":"deployments"}}}`,
  ValidatingWebhookConfiguration: WEBHOOK,
  MutatingWebhookConfiguration: WEBHOOK,
  ValidatingAdmissionPolicy: `{"spec":{${CONSTRAINTS},"validations":[{"expression":"true"}]}}`,
  MutatingAdmissionPolicy: `{"spec":{${CONSTRAINTS},"reinvocationPolicy":"Never","mutations":[{"patchType":"ApplyConfiguration","applyConfiguration":{"expression":"Object{}"}}]}}`,
  ValidatingAdmissionPolicyBinding: `{"spec":{"policyName":"a","validationActions":["Deny"]}}`,
  MutatingAdmissionPolicyBinding: `{"spec":{"policyName":"a"}}`,
  APIService: `{"spec":{"group":"g.example.com","version":"v1","groupPriorityMinimum":1,"versionPriority":1,"service":{"namespace":"default","name":"a"}}}`,
  CustomResourceDefinition:
    `{"spec":{"group":"g.example.com","scope":"Namespaced","names":{"plural":"cats","singular":"cat","kind":"Cat","listKind":"CatList"},` +
    `"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}`,
  SubjectAccessReview: `{"spec":{"user":"a","resourceAttributes":{"verb":"get","resource":"pods"}}}`,
  LocalSubjectAccessReview: `{"spec":{"user":"a","resourceAttributes":{"verb":"get","resource":"pods","namespace":"default"}}}`,
  SelfSubjectAccessReview: `{"spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}}`,
  SelfSubjectRulesReview: `{"spec":{"namespace":"default"}}`,
  TokenReview: `{"spec":{"token":"a"}}`,
  Binding: `{"target":{"kind":"Node","name":"a"}}`,
};

/** Names for kinds that restrict them. */
const NAMES: Readonly<Record<string, (name: string) => string>> = {
  APIService: () => "v1.g.example.com",
  CustomResourceDefinition: () => "cats.g.example.com",
  IPAddress: (name) => `10.0.0.${Number(name.replace(/\D/g, "")) % 250}`,
};

/** A small valid object of the kind, with the given name if the kind allows it. */
export function baseObject({ group, version, kind, isNamespaced }: Kind, name: string): JsonObject {
  const metadata = { name: NAMES[kind]?.(name) ?? name, ...(isNamespaced ? { namespace: "default" } : {}) };
  return {
    apiVersion: group === "" ? version : `${group}/${version}`,
    kind,
    metadata,
    ...(JSON.parse(OBJECTS[kind] ?? "{}") as JsonObject),
  };
}
