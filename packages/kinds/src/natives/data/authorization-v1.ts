import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const authorizationV1: PackageText = {
  path: "authorization/v1",
  group: "authorization.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.authorization.v1.",
  resources: `[
{"plural":"localsubjectaccessreviews","singular":"localsubjectaccessreview","kind":"LocalSubjectAccessReview","verbs":["create"]},
{"plural":"selfsubjectaccessreviews","singular":"selfsubjectaccessreview","kind":"SelfSubjectAccessReview","scope":"Cluster","verbs":["create"]},
{"plural":"selfsubjectrulesreviews","singular":"selfsubjectrulesreview","kind":"SelfSubjectRulesReview","scope":"Cluster","verbs":["create"]},
{"plural":"subjectaccessreviews","singular":"subjectaccessreview","kind":"SubjectAccessReview","scope":"Cluster","verbs":["create"]}
]`,
  types: `{
"ExtraValue":"[]string",
"FieldSelectorAttributes":{"rawSelector":"string","requirements":"[]meta/v1.FieldSelectorRequirement;list=atomic"},
"LabelSelectorAttributes":{"rawSelector":"string","requirements":"[]meta/v1.LabelSelectorRequirement;list=atomic"},
"LocalSubjectAccessReview":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"SubjectAccessReviewSpec;keep;required","status":"SubjectAccessReviewStatus"},
"NonResourceAttributes":{"path":"string","verb":"string"},
"NonResourceRule":{"verbs":"[]string;keep;required;list=atomic","nonResourceURLs":"[]string;list=atomic"},
"ResourceAttributes":{"namespace":"string","verb":"string","group":"string","version":"string","resource":"string","subresource":"string","name":"string","fieldSelector":"*FieldSelectorAttributes","labelSelector":"*LabelSelectorAttributes"},
"ResourceRule":{"verbs":"[]string;keep;required;list=atomic","apiGroups":"[]string;list=atomic","resources":"[]string;list=atomic","resourceNames":"[]string;list=atomic"},
"SelfSubjectAccessReview":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"SelfSubjectAccessReviewSpec;keep;required","status":"SubjectAccessReviewStatus"},
"SelfSubjectAccessReviewSpec":{"resourceAttributes":"*ResourceAttributes","nonResourceAttributes":"*NonResourceAttributes"},
"SelfSubjectRulesReview":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"SelfSubjectRulesReviewSpec;keep;required","status":"SubjectRulesReviewStatus"},
"SelfSubjectRulesReviewSpec":{"namespace":"string"},
"SubjectAccessReview":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"SubjectAccessReviewSpec;keep;required","status":"SubjectAccessReviewStatus"},
"SubjectAccessReviewSpec":{"resourceAttributes":"*ResourceAttributes","nonResourceAttributes":"*NonResourceAttributes","user":"string","groups":"[]string;list=atomic","extra":"map[string]ExtraValue","uid":"string"},
"SubjectAccessReviewStatus":{"allowed":"bool;keep;required","denied":"bool","reason":"string","evaluationError":"string"},
"SubjectRulesReviewStatus":{"resourceRules":"[]ResourceRule;keep;required;list=atomic","nonResourceRules":"[]NonResourceRule;keep;required;list=atomic","incomplete":"bool;keep;required","evaluationError":"string"}
}`,
  kinds: "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
};
