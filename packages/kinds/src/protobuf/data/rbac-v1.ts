/** See the README beside this file. */
export const rbacV1 = `
AggregationRule clusterRoleSelectors=1:[]meta.LabelSelector
ClusterRole metadata=1:meta.ObjectMeta rules=2:[]PolicyRule! aggregationRule=3:*AggregationRule
ClusterRoleBinding metadata=1:meta.ObjectMeta subjects=2:[]Subject roleRef=3:RoleRef
ClusterRoleBindingList metadata=1:meta.ListMeta items=2:[]ClusterRoleBinding!
ClusterRoleList metadata=1:meta.ListMeta items=2:[]ClusterRole!
PolicyRule verbs=1:[]string! apiGroups=2:[]string resources=3:[]string resourceNames=4:[]string nonResourceURLs=5:[]string
Role metadata=1:meta.ObjectMeta rules=2:[]PolicyRule!
RoleBinding metadata=1:meta.ObjectMeta subjects=2:[]Subject roleRef=3:RoleRef
RoleBindingList metadata=1:meta.ListMeta items=2:[]RoleBinding!
RoleList metadata=1:meta.ListMeta items=2:[]Role!
RoleRef apiGroup=1:string! kind=2:string! name=3:string!
Subject kind=1:string! apiGroup=2:string name=3:string! namespace=4:string
`;
