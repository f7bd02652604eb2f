/** Descriptions of admissionregistration.k8s.io/v1. The README beside this file explains the format. */
export const admissionregistrationV1 = `
ValidatingWebhookConfiguration: Admission webhooks that allow or deny requests without changing objects.
  webhooks: Webhooks, called in parallel. One denial denies the request.
ValidatingWebhookConfigurationList: A list of ValidatingWebhookConfigurations.
ValidatingWebhook: A webhook that allows or denies requests.
  name: Name of the webhook, a domain name of at least three labels. Unique within the configuration.
  clientConfig: Where the webhook is served.
  rules: Requests the webhook is called for. A request that matches one rule is sent. Admission configuration itself is never sent.
  failurePolicy: Fail denies the request if the webhook cannot be called or answers with an error, Ignore continues. Defaults to Fail.
  matchPolicy: Exact matches the group version of the request only; Equivalent also matches other versions of the resource, which are converted. Defaults to Equivalent.
  namespaceSelector: Labels of the namespaces whose objects are sent. A Namespace itself is matched by its own labels; other cluster-scoped objects always match. Empty matches all.
  objectSelector: Labels of the objects that are sent; the old or the new object may match. Users can avoid it by leaving out a label. Empty matches all.
  sideEffects: None or NoneOnDryRun. Requests with dryRun fail if a webhook may have side effects.
  timeoutSeconds: Seconds to wait for the response, 1 to 30. Defaults to 10.
  admissionReviewVersions: Versions of AdmissionReview the webhook accepts, in order of preference. The server uses the first it supports: v1 or v1beta1.
  matchConditions: CEL expressions that must all be true for the webhook to be called. At most 64.
MutatingWebhookConfiguration: Admission webhooks that may change objects.
  webhooks: Webhooks, called one after another.
MutatingWebhookConfigurationList: A list of MutatingWebhookConfigurations.
MutatingWebhook: A webhook that may change objects and deny requests.
  name: Name of the webhook, a domain name of at least three labels. Unique within the configuration.
  clientConfig: Where the webhook is served.
  rules: Requests the webhook is called for. A request that matches one rule is sent. Admission configuration itself is never sent.
  failurePolicy: Fail denies the request if the webhook cannot be called or answers with an error, Ignore continues. Defaults to Fail.
  matchPolicy: Exact matches the group version of the request only; Equivalent also matches other versions of the resource, which are converted. Defaults to Equivalent.
  namespaceSelector: Labels of the namespaces whose objects are sent. A Namespace itself is matched by its own labels; other cluster-scoped objects always match. Empty matches all.
  objectSelector: Labels of the objects that are sent; the old or the new object may match. Users can avoid it by leaving out a label. Empty matches all.
  sideEffects: None or NoneOnDryRun. Requests with dryRun fail if a webhook may have side effects.
  timeoutSeconds: Seconds to wait for the response, 1 to 30. Defaults to 10.
  admissionReviewVersions: Versions of AdmissionReview the webhook accepts, in order of preference. The server uses the first it supports: v1 or v1beta1.
  reinvocationPolicy: IfNeeded calls the webhook once more if a later one changed the object, Never does not. Defaults to Never.
  matchConditions: CEL expressions that must all be true for the webhook to be called. At most 64.
WebhookClientConfig: Address of a webhook. Exactly one of url and service is set.
  url: URL of the webhook: https://host[:port]/path, without user, query or fragment.
  service: Service in the cluster that serves the webhook.
  caBundle: PEM certificates that verify the webhook's certificate. Defaults to the roots of the API server's machine.
ServiceReference: A Service that serves a webhook.
  namespace: Namespace of the Service.
  name: Name of the Service.
  path: Path of the URL.
  port: Port of the Service, 1 to 65535. Defaults to 443.
RuleWithOperations: Operations and resources that a rule matches.
  operations: CREATE, UPDATE, DELETE, CONNECT, or * for all.
  apiGroups: API groups, or * for all. The empty string is the core group.
  apiVersions: API versions, or * for all.
  resources: Resources and subresources: pods, pods/log, pods/*, */scale, * for all resources or */* for all with their subresources.
  scope: Cluster, Namespaced, or * for both. Defaults to *.
NamedRuleWithOperations: Operations, resources and names that a rule matches.
  resourceNames: Names of the objects. Empty matches all.
  operations: CREATE, UPDATE, DELETE, CONNECT, or * for all.
  apiGroups: API groups, or * for all. The empty string is the core group.
  apiVersions: API versions, or * for all.
  resources: Resources and subresources: pods, pods/log, pods/*, */scale, * for all resources or */* for all with their subresources.
  scope: Cluster, Namespaced, or * for both. Defaults to *.
MatchCondition: A CEL expression that a request must satisfy.
  name: Name of the condition in errors, a qualified name. Unique within the list.
  expression: CEL expression that returns a boolean. It may use object, oldObject, request and authorizer.
MatchResources: Requests that a policy applies to.
  namespaceSelector: Labels of the namespaces whose objects match. A Namespace itself is matched by its own labels; other cluster-scoped objects always match. Empty matches all.
  objectSelector: Labels of the objects that match; the old or the new object may match. Empty matches all.
  resourceRules: Operations and resources that match. One rule is enough.
  excludeResourceRules: Operations and resources that do not match. They win over resourceRules.
  matchPolicy: Exact matches the group version of the request only; Equivalent also matches other versions of the resource, which are converted. Defaults to Equivalent.
ParamKind: Kind of the objects that hold the parameters of a policy.
  apiVersion: API version of the parameters, such as rules.example.com/v1.
  kind: Kind of the parameters.
ParamRef: Objects that hold the parameters of a binding. The policy is evaluated once for each. Exactly one of name and selector is set.
  name: Name of the parameter object.
  namespace: Namespace of the parameters. Defaults to the namespace of the request's object. Not allowed for cluster-scoped parameters.
  selector: Label selector of the parameter objects.
  parameterNotFoundAction: Allow lets requests pass if no parameters are found, Deny applies the failurePolicy. Required.
Variable: A named CEL expression that other expressions of the policy use as variables.NAME. Evaluated at most once, on first use.
  name: Name of the variable, a CEL identifier.
  expression: CEL expression of the value. It may use the variables before it.
ValidatingAdmissionPolicy: CEL rules that allow or deny requests. It takes effect through a ValidatingAdmissionPolicyBinding.
  spec: Rules of the policy and the requests they apply to.
  status: Result of type checking the expressions.
ValidatingAdmissionPolicyList: A list of ValidatingAdmissionPolicies.
ValidatingAdmissionPolicySpec: Rules of a policy and the requests they apply to.
  paramKind: Kind of the parameters, available as params. No parameters if unset.
  matchConstraints: Requests the policy applies to. Required.
  validations: CEL rules that must all hold. validations or auditAnnotations is required.
  failurePolicy: Fail denies the request if an expression cannot be evaluated or the policy is misconfigured, Ignore continues. Defaults to Fail.
  auditAnnotations: Annotations to add to the audit event. At most 20.
  matchConditions: CEL expressions that must all be true for the policy to be evaluated. At most 64.
  variables: Named expressions that the others can use.
ValidatingAdmissionPolicyStatus: Result of type checking the expressions of a policy.
  typeChecking: Warnings about expressions that do not fit the types they apply to.
TypeChecking: Result of type checking.
  expressionWarnings: Warnings, by expression.
ExpressionWarning: A warning about one expression.
  fieldRef: Path of the expression, such as spec.validations[0].expression.
  warning: Type checking errors of the expression, one for each kind that the policy matches and the expression does not fit.
Validation: A CEL rule of a policy.
  expression: CEL expression that returns true for allowed requests. It may use object, oldObject, request, params, namespaceObject, variables and authorizer.
  message: Message of a denial. Defaults to the expression. Required if the expression has line breaks.
  reason: Reason and status code of a denial: Unauthorized, Forbidden, Invalid or RequestEntityTooLarge. Defaults to Invalid.
  messageExpression: CEL expression that computes the message. message is used if it fails.
AuditAnnotation: An annotation of the audit event.
  key: Name of the annotation, unique within the policy. Its full key is POLICY/KEY.
  valueExpression: CEL expression of the value, a string. Null or an empty string adds no annotation.
ValidatingAdmissionPolicyBinding: Puts a ValidatingAdmissionPolicy into effect for a set of requests.
  spec: Policy, parameters, requests and actions of the binding.
ValidatingAdmissionPolicyBindingList: A list of ValidatingAdmissionPolicyBindings.
ValidatingAdmissionPolicyBindingSpec: Policy, parameters, requests and actions of a binding.
  policyName: Name of the ValidatingAdmissionPolicy. The binding has no effect while it does not exist.
  paramRef: Parameters of the policy. Required if the policy has a paramKind.
  matchResources: Requests the binding applies to, in addition to those of the policy. All of the policy's if unset.
  validationActions: Consequences of a failed rule: Deny (the request fails), Warn (the client gets a warning), Audit (the audit event gets an annotation). Deny and Warn exclude each other.
MutatingAdmissionPolicy: CEL expressions that change objects. It takes effect through a MutatingAdmissionPolicyBinding.
  spec: Mutations of the policy and the requests they apply to.
MutatingAdmissionPolicyList: A list of MutatingAdmissionPolicies.
MutatingAdmissionPolicySpec: Mutations of a policy and the requests they apply to.
  paramKind: Kind of the parameters, available as params. No parameters if unset.
  matchConstraints: Requests the policy applies to. CREATE and UPDATE only. Required.
  variables: Named expressions that the others can use.
  mutations: Mutations, applied one after another. At least one.
  failurePolicy: Fail denies the request if an expression cannot be evaluated or the policy is misconfigured, Ignore continues. Defaults to Fail.
  matchConditions: CEL expressions that must all be true for the policy to be evaluated. At most 64.
  reinvocationPolicy: IfNeeded applies the policy once more if a later plugin changed the object, Never does not. Required.
Mutation: A change of the object. The field that patchType names is set.
  patchType: ApplyConfiguration or JSONPatch.
  applyConfiguration: Change by a server-side apply configuration.
  jsonPatch: Change by a JSON patch.
ApplyConfiguration: A change by server-side apply.
  expression: CEL expression that returns an apply configuration, such as Object{spec: Object.spec{replicas: 3}}. It may not set atomic lists, maps or structs.
JSONPatch: A change by a JSON patch.
  expression: CEL expression that returns a list of JSONPatch objects, such as [JSONPatch{op: "add", path: "/metadata/labels/a", value: "b"}].
MutatingAdmissionPolicyBinding: Puts a MutatingAdmissionPolicy into effect for a set of requests.
  spec: Policy, parameters and requests of the binding.
MutatingAdmissionPolicyBindingList: A list of MutatingAdmissionPolicyBindings.
MutatingAdmissionPolicyBindingSpec: Policy, parameters and requests of a binding.
  policyName: Name of the MutatingAdmissionPolicy. The binding has no effect while it does not exist.
  paramRef: Parameters of the policy. Required if the policy has a paramKind.
  matchResources: Requests the binding applies to, in addition to those of the policy. All of the policy's if unset.
`;
