import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const rbacV1: PackageText = {
  path: "rbac/v1",
  group: "rbac.authorization.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.rbac.v1.",
  resources: `[
{"plural":"clusterrolebindings","singular":"clusterrolebinding","kind":"ClusterRoleBinding","scope":"Cluster","createOnUpdate":true,"columns":[["Name","string","name"],["Role","string"],["Age","string"],["Users","string","",1],["Groups","string","",1],["ServiceAccounts","string","",1]]},
{"plural":"clusterroles","singular":"clusterrole","kind":"ClusterRole","scope":"Cluster","createOnUpdate":true,"columns":[["Name","string","name"],["Created At","date"]]},
{"plural":"rolebindings","singular":"rolebinding","kind":"RoleBinding","createOnUpdate":true,"columns":[["Name","string","name"],["Role","string"],["Age","string"],["Users","string","",1],["Groups","string","",1],["ServiceAccounts","string","",1]]},
{"plural":"roles","singular":"role","kind":"Role","createOnUpdate":true,"columns":[["Name","string","name"],["Created At","date"]]}
]`,
  types: `{
"AggregationRule":{"clusterRoleSelectors":"[]meta/v1.LabelSelector;list=atomic"},
"ClusterRole":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","rules":"[]PolicyRule;keep;list=atomic","aggregationRule":"*AggregationRule"},
"ClusterRoleBinding":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","subjects":"[]Subject;list=atomic","roleRef":"RoleRef;keep;required"},
"ClusterRoleBindingList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ClusterRoleBinding;keep;required"},
"ClusterRoleList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ClusterRole;keep;required"},
"PolicyRule":{"verbs":"[]string;keep;required;list=atomic","apiGroups":"[]string;list=atomic","resources":"[]string;list=atomic","resourceNames":"[]string;list=atomic","nonResourceURLs":"[]string;list=atomic"},
"Role":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","rules":"[]PolicyRule;keep;list=atomic"},
"RoleBinding":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","subjects":"[]Subject;list=atomic","roleRef":"RoleRef;keep;required"},
"RoleBindingList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]RoleBinding;keep;required"},
"RoleList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Role;keep;required"},
"RoleRef":{"apiGroup":"string;keep","kind":"string;keep;required","name":"string;keep;required"},
"Subject":{"kind":"string;keep;required","apiGroup":"string","name":"string;keep;required","namespace":"string"}
}`,
  kinds:
    "ClusterRole ClusterRoleBinding ClusterRoleBindingList ClusterRoleList Role RoleBinding RoleBindingList RoleList",
  atomic: "RoleRef Subject",
  messages: `
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
`,
};
