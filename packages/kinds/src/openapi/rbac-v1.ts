/** Descriptions of rbac.authorization.k8s.io/v1. The README beside this file explains the format. */
export const rbacV1 = `
Role: A set of permissions within a namespace.
  rules: Rules of the Role. Permissions only add up; nothing is denied.
RoleList: A list of Roles.
  items: The Roles of this list.
ClusterRole: A set of permissions that can be granted cluster-wide or, by a RoleBinding, within a namespace.
  rules: Rules of the ClusterRole.
  aggregationRule: Selects ClusterRoles whose rules replace those given here. The controller keeps them up to date.
ClusterRoleList: A list of ClusterRoles.
  items: The ClusterRoles of this list.
AggregationRule: Selects ClusterRoles to combine.
  clusterRoleSelectors: Label selectors, of which one must match.
PolicyRule: Verbs allowed on resources, or on URL paths.
  verbs: Allowed verbs. "*" stands for all.
  apiGroups: API groups of the resources. "" is the core group, "*" stands for all.
  resources: Resources, with a slash and the subresource where it is one. "*" stands for all.
  resourceNames: Names of objects. Empty allows all.
  nonResourceURLs: URL paths outside the API, with "*" as the last part at most. Only in ClusterRoles that are bound by a ClusterRoleBinding.
RoleBinding: Grants a Role or ClusterRole to subjects within a namespace.
  subjects: Users, groups and ServiceAccounts the role is granted to.
  roleRef: Role or ClusterRole to grant. Cannot be changed; delete and create the binding again.
RoleBindingList: A list of RoleBindings.
  items: The RoleBindings of this list.
ClusterRoleBinding: Grants a ClusterRole to subjects in all namespaces.
  subjects: Users, groups and ServiceAccounts the role is granted to.
  roleRef: ClusterRole to grant. Cannot be changed; delete and create the binding again.
ClusterRoleBindingList: A list of ClusterRoleBindings.
  items: The ClusterRoleBindings of this list.
RoleRef: The role of a binding.
  apiGroup: API group of the role: rbac.authorization.k8s.io.
  kind: Role or ClusterRole.
  name: Name of the role.
Subject: A user, group or ServiceAccount.
  kind: User, Group or ServiceAccount.
  apiGroup: "" for ServiceAccount, rbac.authorization.k8s.io for User and Group. Set by default.
  name: Name of the subject.
  namespace: Namespace of a ServiceAccount. Empty for users and groups.
`;
