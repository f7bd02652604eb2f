import type { BootstrapRole } from "./bootstrap-role.ts";

/** Default Roles in system namespaces, by `NAMESPACE/NAME`. */
export const bootstrapNamespaceRoles: Readonly<Record<string, BootstrapRole>> = {
  "kube-public/system:controller:bootstrap-signer": {
    rules: [
      "get,list,watch core configmaps",
      "update core configmaps cluster-info",
      "create,patch,update core,events.k8s.io events",
    ],
  },
  "kube-system/extension-apiserver-authentication-reader": {
    rules: ["get,list,watch core configmaps extension-apiserver-authentication"],
  },
  "kube-system/system::leader-locking-kube-controller-manager": {
    rules: [
      "create,get,list,update,watch coordination.k8s.io leases",
      "create,get,list,update,watch coordination.k8s.io leasecandidates",
    ],
  },
  "kube-system/system::leader-locking-kube-scheduler": {
    rules: [
      "create,get,list,update,watch coordination.k8s.io leases",
      "create,get,list,update,watch coordination.k8s.io leasecandidates",
    ],
  },
  "kube-system/system:controller:bootstrap-signer": {
    rules: ["get,list,watch core secrets"],
  },
  "kube-system/system:controller:cloud-provider": {
    rules: ["create,get,list,watch core configmaps"],
  },
  "kube-system/system:controller:token-cleaner": {
    rules: ["delete,get,list,watch core secrets", "create,patch,update core,events.k8s.io events"],
  },
};
