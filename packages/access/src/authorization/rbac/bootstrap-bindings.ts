import type { BootstrapBinding } from "./bootstrap-role.ts";

/** Default ClusterRoleBindings, without those of controllers. */
export const bootstrapClusterBindings: Readonly<Record<string, BootstrapBinding>> = {
  "cluster-admin": { role: "cluster-admin", subjects: ["Group system:masters"] },
  "system:basic-user": { role: "system:basic-user", subjects: ["Group system:authenticated"] },
  "system:discovery": { role: "system:discovery", subjects: ["Group system:authenticated"] },
  "system:kube-controller-manager": {
    role: "system:kube-controller-manager",
    subjects: ["User system:kube-controller-manager"],
  },
  "system:kube-dns": { role: "system:kube-dns", subjects: ["ServiceAccount kube-system/kube-dns"] },
  "system:kube-scheduler": { role: "system:kube-scheduler", subjects: ["User system:kube-scheduler"] },
  "system:monitoring": { role: "system:monitoring", subjects: ["Group system:monitoring"] },
  "system:node": { role: "system:node", subjects: [] },
  "system:node-proxier": { role: "system:node-proxier", subjects: ["User system:kube-proxy"] },
  "system:public-info-viewer": {
    role: "system:public-info-viewer",
    subjects: ["Group system:authenticated", "Group system:unauthenticated"],
  },
  "system:service-account-issuer-discovery": {
    role: "system:service-account-issuer-discovery",
    subjects: ["Group system:serviceaccounts"],
  },
  "system:volume-scheduler": { role: "system:volume-scheduler", subjects: ["User system:kube-scheduler"] },
};

/** Default RoleBindings in system namespaces; the role is in the same namespace. */
export const bootstrapNamespaceBindings: Readonly<Record<string, BootstrapBinding>> = {
  "kube-public/system:controller:bootstrap-signer": {
    role: "system:controller:bootstrap-signer",
    subjects: ["ServiceAccount kube-system/bootstrap-signer"],
  },
  "kube-system/system::extension-apiserver-authentication-reader": {
    role: "extension-apiserver-authentication-reader",
    subjects: ["User system:kube-controller-manager", "User system:kube-scheduler"],
  },
  "kube-system/system::leader-locking-kube-controller-manager": {
    role: "system::leader-locking-kube-controller-manager",
    subjects: [
      "User system:kube-controller-manager",
      "ServiceAccount kube-system/kube-controller-manager",
      "ServiceAccount kube-system/leader-election-controller",
    ],
  },
  "kube-system/system::leader-locking-kube-scheduler": {
    role: "system::leader-locking-kube-scheduler",
    subjects: ["User system:kube-scheduler", "ServiceAccount kube-system/kube-scheduler"],
  },
  "kube-system/system:controller:bootstrap-signer": {
    role: "system:controller:bootstrap-signer",
    subjects: ["ServiceAccount kube-system/bootstrap-signer"],
  },
  "kube-system/system:controller:cloud-provider": {
    role: "system:controller:cloud-provider",
    subjects: ["ServiceAccount kube-system/cloud-provider"],
  },
  "kube-system/system:controller:token-cleaner": {
    role: "system:controller:token-cleaner",
    subjects: ["ServiceAccount kube-system/token-cleaner"],
  },
};
