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
  messages: `
FieldSelectorAttributes rawSelector=1:string requirements=2:[]meta.FieldSelectorRequirement
LabelSelectorAttributes rawSelector=1:string requirements=2:[]meta.LabelSelectorRequirement
LocalSubjectAccessReview metadata=1:meta.ObjectMeta spec=2:SubjectAccessReviewSpec status=3:SubjectAccessReviewStatus
NonResourceAttributes path=1:string verb=2:string
NonResourceRule verbs=1:[]string! nonResourceURLs=2:[]string
ResourceAttributes namespace=1:string verb=2:string group=3:string version=4:string resource=5:string subresource=6:string name=7:string fieldSelector=8:*FieldSelectorAttributes labelSelector=9:*LabelSelectorAttributes
ResourceRule verbs=1:[]string! apiGroups=2:[]string resources=3:[]string resourceNames=4:[]string
SelfSubjectAccessReview metadata=1:meta.ObjectMeta spec=2:SelfSubjectAccessReviewSpec status=3:SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec resourceAttributes=1:*ResourceAttributes nonResourceAttributes=2:*NonResourceAttributes
SelfSubjectRulesReview metadata=1:meta.ObjectMeta spec=2:SelfSubjectRulesReviewSpec status=3:SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace=1:string
SubjectAccessReview metadata=1:meta.ObjectMeta spec=2:SubjectAccessReviewSpec status=3:SubjectAccessReviewStatus
SubjectAccessReviewSpec resourceAttributes=1:*ResourceAttributes nonResourceAttributes=2:*NonResourceAttributes user=3:string groups=4:[]string extra=5:{}strings uid=6:string
SubjectAccessReviewStatus allowed=1:bool! denied=4:bool reason=2:string evaluationError=3:string
SubjectRulesReviewStatus resourceRules=1:[]ResourceRule! nonResourceRules=2:[]NonResourceRule! incomplete=3:bool! evaluationError=4:string
`,
};
