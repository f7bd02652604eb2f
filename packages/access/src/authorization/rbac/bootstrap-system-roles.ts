import type { BootstrapRole } from "./bootstrap-role.ts";

/** Default ClusterRoles of Kubernetes' components, by their names in 1.36. */
export const bootstrapSystemRoles: Readonly<Record<string, BootstrapRole>> = {
  "system:auth-delegator": {
    rules: ["create authentication.k8s.io tokenreviews", "create authorization.k8s.io subjectaccessreviews"],
  },
  "system:basic-user": {
    rules: [
      "create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews",
      "create authentication.k8s.io selfsubjectreviews",
    ],
  },
  "system:certificates.k8s.io:certificatesigningrequests:nodeclient": {
    rules: ["create certificates.k8s.io certificatesigningrequests/nodeclient"],
  },
  "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient": {
    rules: ["create certificates.k8s.io certificatesigningrequests/selfnodeclient"],
  },
  "system:certificates.k8s.io:kube-apiserver-client-approver": {
    rules: ["approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client"],
  },
  "system:certificates.k8s.io:kube-apiserver-client-kubelet-approver": {
    rules: ["approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet"],
  },
  "system:certificates.k8s.io:kubelet-serving-approver": {
    rules: ["approve certificates.k8s.io signers kubernetes.io/kubelet-serving"],
  },
  "system:certificates.k8s.io:legacy-unknown-approver": {
    rules: ["approve certificates.k8s.io signers kubernetes.io/legacy-unknown"],
  },
  "system:discovery": {
    rules: ["get url:/api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/"],
  },
  "system:heapster": {
    rules: ["get,list,watch core events,namespaces,nodes,pods", "get,list,watch extensions deployments"],
  },
  "system:kube-aggregator": {
    rules: ["get,list,watch core endpoints,services"],
  },
  "system:kube-controller-manager": {
    rules: [
      "create,patch,update core,events.k8s.io events",
      "create coordination.k8s.io leases",
      "get,update coordination.k8s.io leases kube-controller-manager",
      "create core secrets,serviceaccounts",
      "delete core secrets",
      "get core configmaps,namespaces,secrets,serviceaccounts",
      "update core secrets,serviceaccounts",
      "create authentication.k8s.io tokenreviews",
      "create authorization.k8s.io subjectaccessreviews",
      "list,watch * *",
      "create core serviceaccounts/token",
    ],
  },
  "system:kube-dns": {
    rules: ["list,watch core endpoints,services"],
  },
  "system:kube-scheduler": {
    rules: [
      "create,patch,update core,events.k8s.io events",
      "create coordination.k8s.io leases",
      "get,list,update,watch coordination.k8s.io leases kube-scheduler",
      "create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leasecandidates",
      "get,list,watch core nodes",
      "delete,get,list,watch core pods",
      "create core bindings,pods/binding",
      "patch,update core pods/status",
      "get,list,watch core replicationcontrollers,services",
      "get,list,watch apps,extensions replicasets",
      "get,list,watch apps statefulsets",
      "get,list,watch policy poddisruptionbudgets",
      "get,list,watch core persistentvolumeclaims,persistentvolumes",
      "create authentication.k8s.io tokenreviews",
      "create authorization.k8s.io subjectaccessreviews",
      "get,list,watch storage.k8s.io csinodes",
      "get,list,watch storage.k8s.io volumeattachments",
      "get,list,watch core namespaces",
      "get,list,watch storage.k8s.io csidrivers",
      "get,list,watch storage.k8s.io csistoragecapacities",
      "get,list,watch resource.k8s.io deviceclasses",
      "get,list,patch,update,watch resource.k8s.io resourceclaims",
      "get,list,patch,update,watch resource.k8s.io resourceclaims/status",
      "update core pods/finalizers",
      "get,list,watch resource.k8s.io resourceslices",
      "create,delete resource.k8s.io resourceclaims",
      "patch,update resource.k8s.io resourceclaims/binding",
    ],
  },
  "system:kubelet-api-admin": {
    rules: [
      "get,list,watch core nodes",
      "proxy core nodes",
      "* core nodes/log,nodes/metrics,nodes/proxy,nodes/stats",
      "* core nodes/configz,nodes/healthz,nodes/pods",
    ],
  },
  "system:monitoring": {
    rules: [
      "get url:/flagz,/healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*,/statusz",
      "get core nodes/metrics",
    ],
  },
  "system:node": {
    rules: [
      "create authentication.k8s.io tokenreviews",
      "create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews",
      "get,list,watch core services",
      "create,get,list,watch core nodes",
      "patch,update core nodes/status",
      "patch,update core nodes",
      "create,patch,update core,events.k8s.io events",
      "get,list,watch core pods",
      "create,delete core pods",
      "patch,update core pods/status",
      "create core pods/eviction",
      "get,list,watch core configmaps,secrets",
      "get core persistentvolumeclaims,persistentvolumes",
      "get core endpoints",
      "create,get,list,watch certificates.k8s.io certificatesigningrequests",
      "create,delete,get,patch,update coordination.k8s.io leases",
      "get storage.k8s.io volumeattachments",
      "create core serviceaccounts/token",
      "get,patch,update core persistentvolumeclaims/status",
      "get,list,watch storage.k8s.io csidrivers",
      "create,delete,get,patch,update storage.k8s.io csinodes",
      "get,list,watch node.k8s.io runtimeclasses",
      "get resource.k8s.io resourceclaims",
      "deletecollection resource.k8s.io resourceslices",
      "get core serviceaccounts",
    ],
  },
  "system:node-bootstrapper": {
    rules: ["create,get,list,watch certificates.k8s.io certificatesigningrequests"],
  },
  "system:node-problem-detector": {
    rules: ["get core nodes", "patch core nodes/status", "create,patch,update core,events.k8s.io events"],
  },
  "system:node-proxier": {
    rules: [
      "list,watch core endpoints,services",
      "get,list,watch core nodes",
      "create,patch,update core,events.k8s.io events",
      "list,watch networking.k8s.io servicecidrs",
      "list,watch discovery.k8s.io endpointslices",
    ],
  },
  "system:persistent-volume-provisioner": {
    rules: [
      "create,delete,get,list,watch core persistentvolumes",
      "get,list,update,watch core persistentvolumeclaims",
      "get,list,watch storage.k8s.io storageclasses",
      "watch core events",
      "create,patch,update core,events.k8s.io events",
    ],
  },
  "system:public-info-viewer": {
    rules: ["get url:/healthz,/livez,/readyz,/version,/version/"],
  },
  "system:service-account-issuer-discovery": {
    rules: [
      "get url:/.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/",
    ],
  },
  "system:volume-scheduler": {
    rules: [
      "get,list,patch,update,watch core persistentvolumes",
      "get,list,watch storage.k8s.io storageclasses",
      "get,list,patch,update,watch core persistentvolumeclaims",
    ],
  },
};
