/** Descriptions of authorization.k8s.io/v1. The README beside this file explains the format. */
export const authorizationV1 = `
SubjectAccessReview: A question whether a user may perform an action. It is answered and not stored.
  spec: User and action to check.
  status: Whether the action is allowed, and why. Written by the server.
LocalSubjectAccessReview: A SubjectAccessReview for a single namespace, which allows to grant its use per namespace.
  spec: User and action. The namespace of the action must be that of the request.
  status: Whether the action is allowed, and why. Written by the server.
SelfSubjectAccessReview: A question whether the sender may perform an action. It is answered and not stored.
  spec: Action that is checked: attributes of a resource or of a non-resource path.
  status: Whether the action is allowed, and why. Written by the server.
SelfSubjectAccessReviewSpec: An action. Exactly one of the fields is set.
  resourceAttributes: Action on a resource.
  nonResourceAttributes: Action on a path that is no resource.
SubjectAccessReviewSpec: A user and an action. Exactly one of resourceAttributes and nonResourceAttributes is set.
  resourceAttributes: Action on a resource.
  nonResourceAttributes: Action on a path that is no resource.
  user: Name of the user. Required without groups.
  groups: Groups of the user.
  extra: Further attributes of the user, by key.
  uid: UID of the user.
SubjectAccessReviewStatus: Decision of the authorizers.
  allowed: Whether the action is allowed.
  denied: Whether an authorizer denied the action explicitly. If allowed is false as well, no authorizer had an opinion.
  reason: Why the action is allowed or denied.
  evaluationError: Errors during the evaluation. A decision may have been made nevertheless.
ResourceAttributes: An action on a resource.
  namespace: Namespace of the action. Empty means cluster scope, or all namespaces.
  verb: Verb, such as get, list, create or *.
  group: API group, or * for all.
  version: API version, or * for all.
  resource: Resource, such as pods, or * for all.
  subresource: Subresource, such as log.
  name: Name of the object. Empty means all.
  fieldSelector: Field selector of a list, watch or deletecollection.
  labelSelector: Label selector of a list, watch or deletecollection.
NonResourceAttributes: An action on a path that is no resource.
  path: URL path to check, such as /healthz.
  verb: HTTP method in lower case, such as get.
FieldSelectorAttributes: A field selector. At most one of the fields is set.
  rawSelector: Selector in text form. The server ignores text that it cannot parse.
  requirements: Parsed requirements. All of them hold.
LabelSelectorAttributes: A label selector. At most one of the fields is set.
  rawSelector: Selector in text form. The server ignores text that it cannot parse.
  requirements: Parsed requirements. All of them hold.
SelfSubjectRulesReview: A question for everything the sender may do in a namespace. It is answered and not stored. Use a SelfSubjectAccessReview for decisions.
  spec: Namespace to list rules for.
  status: Actions that the sender may perform. Written by the server.
SelfSubjectRulesReviewSpec: A namespace.
  namespace: Namespace to list rules for. Required.
SubjectRulesReviewStatus: Rules of a user in a namespace.
  resourceRules: Allowed actions on resources, in no order, possibly with duplicates.
  nonResourceRules: Allowed actions on paths that are no resources, in no order, possibly with duplicates.
  incomplete: Whether rules are missing, for example because an authorizer cannot list them.
  evaluationError: Errors during the evaluation.
ResourceRule: Allowed actions on resources.
  verbs: Allowed verbs, or * for all.
  apiGroups: API groups of the allowed resources, or * for all.
  resources: Resources and subresources, such as pods and pods/log, or * for all.
  resourceNames: Names of the objects. Empty allows all.
NonResourceRule: Allowed actions on paths that are no resources.
  verbs: Allowed HTTP methods in lower case, or * for all.
  nonResourceURLs: URL paths that are allowed. A * at the end matches any rest.
`;
