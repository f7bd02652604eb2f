import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const authenticationV1: PackageText = {
  path: "authentication/v1",
  group: "authentication.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.authentication.v1.",
  resources: `[
{"plural":"selfsubjectreviews","singular":"selfsubjectreview","kind":"SelfSubjectReview","scope":"Cluster","verbs":["create"]},
{"plural":"tokenreviews","singular":"tokenreview","kind":"TokenReview","scope":"Cluster","verbs":["create"]}
]`,
  types: `{
"BoundObjectReference":{"kind":"string","apiVersion":"string","name":"string","uid":"types.UID"},
"ExtraValue":"[]string",
"SelfSubjectReview":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","status":"SelfSubjectReviewStatus"},
"SelfSubjectReviewStatus":{"userInfo":"UserInfo"},
"TokenRequest":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"TokenRequestSpec;keep","status":"TokenRequestStatus"},
"TokenRequestSpec":{"audiences":"[]string;keep;list=atomic","expirationSeconds":"*int64;keep","boundObjectRef":"*BoundObjectReference;keep"},
"TokenRequestStatus":{"token":"string;keep","expirationTimestamp":"time;keep"},
"TokenReview":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"TokenReviewSpec;keep;required","status":"TokenReviewStatus"},
"TokenReviewSpec":{"token":"string;required","audiences":"[]string;list=atomic"},
"TokenReviewStatus":{"authenticated":"bool","user":"UserInfo","audiences":"[]string;list=atomic","error":"string"},
"UserInfo":{"username":"string","uid":"string","groups":"[]string;list=atomic","extra":"map[string]ExtraValue"}
}`,
  kinds: "SelfSubjectReview TokenRequest TokenReview",
  messages: `
BoundObjectReference kind=1:string apiVersion=2:string name=3:string uid=4:string
SelfSubjectReview metadata=1:meta.ObjectMeta status=2:SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo=1:UserInfo
TokenRequest metadata=1:meta.ObjectMeta spec=2:TokenRequestSpec status=3:TokenRequestStatus
TokenRequestSpec audiences=1:[]string! expirationSeconds=4:*int64! boundObjectRef=3:*BoundObjectReference!
TokenRequestStatus token=1:string! expirationTimestamp=2:Time!
TokenReview metadata=1:meta.ObjectMeta spec=2:TokenReviewSpec status=3:TokenReviewStatus
TokenReviewSpec token=1:string audiences=2:[]string
TokenReviewStatus authenticated=1:bool user=2:UserInfo audiences=4:[]string error=3:string
UserInfo username=1:string uid=2:string groups=3:[]string extra=4:{}strings
`,
};
