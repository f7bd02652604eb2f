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
};
