import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const admissionregistrationV1: PackageText = {
  path: "admissionregistration/v1",
  group: "admissionregistration.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.admissionregistration.v1.",
  resources: `[
{"plural":"mutatingadmissionpolicies","singular":"mutatingadmissionpolicy","kind":"MutatingAdmissionPolicy","scope":"Cluster","categories":["api-extensions"],"unconditionalUpdate":false,"generations":true,"columns":[["Name","string","name"],["Mutations","integer"],["ParamKind","string"],["Age","string"]]},
{"plural":"mutatingadmissionpolicybindings","singular":"mutatingadmissionpolicybinding","kind":"MutatingAdmissionPolicyBinding","scope":"Cluster","categories":["api-extensions"],"unconditionalUpdate":false,"generations":true,"columns":[["Name","string","name"],["PolicyName","string"],["ParamRef","string"],["Age","string"]]},
{"plural":"mutatingwebhookconfigurations","singular":"mutatingwebhookconfiguration","kind":"MutatingWebhookConfiguration","scope":"Cluster","categories":["api-extensions"],"unconditionalUpdate":false,"generations":"exact","columns":[["Name","string","name"],["Webhooks","integer"],["Age","string"]]},
{"plural":"validatingadmissionpolicies","singular":"validatingadmissionpolicy","kind":"ValidatingAdmissionPolicy","scope":"Cluster","categories":["api-extensions"],"subresources":[{"name":"status"}],"unconditionalUpdate":false,"generations":true,"columns":[["Name","string","name"],["Validations","integer"],["ParamKind","string"],["Age","string"]]},
{"plural":"validatingadmissionpolicybindings","singular":"validatingadmissionpolicybinding","kind":"ValidatingAdmissionPolicyBinding","scope":"Cluster","categories":["api-extensions"],"unconditionalUpdate":false,"generations":true,"columns":[["Name","string","name"],["PolicyName","string"],["ParamRef","string"],["Age","string"]]},
{"plural":"validatingwebhookconfigurations","singular":"validatingwebhookconfiguration","kind":"ValidatingWebhookConfiguration","scope":"Cluster","categories":["api-extensions"],"unconditionalUpdate":false,"generations":"exact","columns":[["Name","string","name"],["Webhooks","integer"],["Age","string"]]}
]`,
  types: `{
"ApplyConfiguration":{"expression":"string"},
"AuditAnnotation":{"key":"string;keep;required","valueExpression":"string;keep;required"},
"ExpressionWarning":{"fieldRef":"string;keep;required","warning":"string;keep;required"},
"FailurePolicyType":"string",
"JSONPatch":{"expression":"string"},
"MatchCondition":{"name":"string;keep;required","expression":"string;keep;required"},
"MatchPolicyType":"string",
"MatchResources":{"namespaceSelector":"*meta/v1.LabelSelector","objectSelector":"*meta/v1.LabelSelector","resourceRules":"[]NamedRuleWithOperations;list=atomic","excludeResourceRules":"[]NamedRuleWithOperations;list=atomic","matchPolicy":"*MatchPolicyType;enum=Equivalent|Exact"},
"MutatingAdmissionPolicy":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"MutatingAdmissionPolicySpec"},
"MutatingAdmissionPolicyBinding":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"MutatingAdmissionPolicyBindingSpec"},
"MutatingAdmissionPolicyBindingList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]MutatingAdmissionPolicyBinding;keep;required"},
"MutatingAdmissionPolicyBindingSpec":{"policyName":"string","paramRef":"*ParamRef","matchResources":"*MatchResources"},
"MutatingAdmissionPolicyList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]MutatingAdmissionPolicy;keep;required"},
"MutatingAdmissionPolicySpec":{"paramKind":"*ParamKind","matchConstraints":"*MatchResources","variables":"[]Variable;list=atomic","mutations":"[]Mutation;list=atomic","failurePolicy":"*FailurePolicyType;enum=Fail|Ignore","matchConditions":"[]MatchCondition;list=map:name;patch=merge:name","reinvocationPolicy":"ReinvocationPolicyType;enum=IfNeeded|Never"},
"MutatingWebhook":{"name":"string;keep;required","clientConfig":"WebhookClientConfig;keep;required","rules":"[]RuleWithOperations;list=atomic","failurePolicy":"*FailurePolicyType;enum=Fail|Ignore","matchPolicy":"*MatchPolicyType;enum=Equivalent|Exact","namespaceSelector":"*meta/v1.LabelSelector","objectSelector":"*meta/v1.LabelSelector","sideEffects":"*SideEffectClass;keep;required;enum=None|NoneOnDryRun|Some|Unknown","timeoutSeconds":"*int32","admissionReviewVersions":"[]string;keep;required;list=atomic","reinvocationPolicy":"*ReinvocationPolicyType;enum=IfNeeded|Never","matchConditions":"[]MatchCondition;list=map:name;patch=merge:name"},
"MutatingWebhookConfiguration":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","webhooks":"[]MutatingWebhook;list=map:name;patch=merge:name"},
"MutatingWebhookConfigurationList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]MutatingWebhookConfiguration;keep;required"},
"Mutation":{"patchType":"PatchType;keep;required;enum=ApplyConfiguration|JSONPatch","applyConfiguration":"*ApplyConfiguration","jsonPatch":"*JSONPatch"},
"NamedRuleWithOperations":{"resourceNames":"[]string;list=atomic","operations":"[]OperationType;itemEnum=*|CONNECT|CREATE|DELETE|UPDATE;list=atomic","apiGroups":"[]string;list=atomic","apiVersions":"[]string;list=atomic","resources":"[]string;list=atomic","scope":"*ScopeType;enum=*|Cluster|Namespaced"},
"OperationType":"string",
"ParamKind":{"apiVersion":"string","kind":"string"},
"ParamRef":{"name":"string","namespace":"string","selector":"*meta/v1.LabelSelector","parameterNotFoundAction":"*ParameterNotFoundActionType"},
"ParameterNotFoundActionType":"string",
"PatchType":"string",
"ReinvocationPolicyType":"string",
"RuleWithOperations":{"operations":"[]OperationType;itemEnum=*|CONNECT|CREATE|DELETE|UPDATE;list=atomic","apiGroups":"[]string;list=atomic","apiVersions":"[]string;list=atomic","resources":"[]string;list=atomic","scope":"*ScopeType;enum=*|Cluster|Namespaced"},
"ScopeType":"string",
"ServiceReference":{"namespace":"string;keep;required","name":"string;keep;required","path":"*string","port":"*int32"},
"SideEffectClass":"string",
"TypeChecking":{"expressionWarnings":"[]ExpressionWarning;list=atomic"},
"ValidatingAdmissionPolicy":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ValidatingAdmissionPolicySpec","status":"ValidatingAdmissionPolicyStatus"},
"ValidatingAdmissionPolicyBinding":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ValidatingAdmissionPolicyBindingSpec;required"},
"ValidatingAdmissionPolicyBindingList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ValidatingAdmissionPolicyBinding;keep;required"},
"ValidatingAdmissionPolicyBindingSpec":{"policyName":"string;required","paramRef":"*ParamRef","matchResources":"*MatchResources","validationActions":"[]ValidationAction;required;itemEnum=Audit|Deny|Warn;list=set"},
"ValidatingAdmissionPolicyList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ValidatingAdmissionPolicy;keep;required"},
"ValidatingAdmissionPolicySpec":{"paramKind":"*ParamKind","matchConstraints":"*MatchResources","validations":"[]Validation;list=atomic","failurePolicy":"*FailurePolicyType;enum=Fail|Ignore","auditAnnotations":"[]AuditAnnotation;list=atomic","matchConditions":"[]MatchCondition;list=map:name;patch=merge:name","variables":"[]Variable;list=map:name;patch=merge:name"},
"ValidatingAdmissionPolicyStatus":{"observedGeneration":"int64","typeChecking":"*TypeChecking","conditions":"[]meta/v1.Condition;list=map:type"},
"ValidatingWebhook":{"name":"string;keep;required","clientConfig":"WebhookClientConfig;keep;required","rules":"[]RuleWithOperations;list=atomic","failurePolicy":"*FailurePolicyType;enum=Fail|Ignore","matchPolicy":"*MatchPolicyType;enum=Equivalent|Exact","namespaceSelector":"*meta/v1.LabelSelector","objectSelector":"*meta/v1.LabelSelector","sideEffects":"*SideEffectClass;keep;required;enum=None|NoneOnDryRun|Some|Unknown","timeoutSeconds":"*int32","admissionReviewVersions":"[]string;keep;required;list=atomic","matchConditions":"[]MatchCondition;list=map:name;patch=merge:name"},
"ValidatingWebhookConfiguration":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","webhooks":"[]ValidatingWebhook;list=map:name;patch=merge:name"},
"ValidatingWebhookConfigurationList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ValidatingWebhookConfiguration;keep;required"},
"Validation":{"expression":"string;keep;required","message":"string","reason":"*meta/v1.StatusReason","messageExpression":"string"},
"ValidationAction":"string",
"Variable":{"name":"string;keep;required","expression":"string;keep;required"},
"WebhookClientConfig":{"url":"*string","service":"*ServiceReference","caBundle":"bytes"}
}`,
  kinds:
    "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingAdmissionPolicyBindingList MutatingAdmissionPolicyList MutatingWebhookConfiguration MutatingWebhookConfigurationList ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingAdmissionPolicyBindingList ValidatingAdmissionPolicyList ValidatingWebhookConfiguration ValidatingWebhookConfigurationList",
  atomic: "MatchResources NamedRuleWithOperations ParamKind ParamRef Variable",
  messages: `
ApplyConfiguration expression=1:string
AuditAnnotation key=1:string! valueExpression=2:string!
ExpressionWarning fieldRef=2:string! warning=3:string!
JSONPatch expression=1:string
MatchCondition name=1:string! expression=2:string!
MatchResources namespaceSelector=1:*meta.LabelSelector objectSelector=2:*meta.LabelSelector resourceRules=3:[]NamedRuleWithOperations excludeResourceRules=4:[]NamedRuleWithOperations matchPolicy=7:*string
MutatingAdmissionPolicy metadata=1:meta.ObjectMeta spec=2:MutatingAdmissionPolicySpec
MutatingAdmissionPolicyBinding metadata=1:meta.ObjectMeta spec=2:MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicyBindingList metadata=1:meta.ListMeta items=2:[]MutatingAdmissionPolicyBinding!
MutatingAdmissionPolicyBindingSpec policyName=1:string paramRef=2:*ParamRef matchResources=3:*MatchResources
MutatingAdmissionPolicyList metadata=1:meta.ListMeta items=2:[]MutatingAdmissionPolicy!
MutatingAdmissionPolicySpec paramKind=1:*ParamKind matchConstraints=2:*MatchResources variables=3:[]Variable mutations=4:[]Mutation failurePolicy=5:*string matchConditions=6:[]MatchCondition reinvocationPolicy=7:string
MutatingWebhook name=1:string! clientConfig=2:WebhookClientConfig rules=3:[]RuleWithOperations failurePolicy=4:*string matchPolicy=9:*string namespaceSelector=5:*meta.LabelSelector objectSelector=11:*meta.LabelSelector sideEffects=6:*string! timeoutSeconds=7:*int32 admissionReviewVersions=8:[]string! reinvocationPolicy=10:*string matchConditions=12:[]MatchCondition
MutatingWebhookConfiguration metadata=1:meta.ObjectMeta webhooks=2:[]MutatingWebhook
MutatingWebhookConfigurationList metadata=1:meta.ListMeta items=2:[]MutatingWebhookConfiguration!
Mutation patchType=2:string! applyConfiguration=3:*ApplyConfiguration jsonPatch=4:*JSONPatch
NamedRuleWithOperations resourceNames=1:[]string =2:RuleWithOperations
ParamKind apiVersion=1:string kind=2:string
ParamRef name=1:string namespace=2:string selector=3:*meta.LabelSelector parameterNotFoundAction=4:*string
Rule apiGroups=1:[]string apiVersions=2:[]string resources=3:[]string scope=4:*string
RuleWithOperations operations=1:[]string =2:Rule
ServiceReference namespace=1:string! name=2:string! path=3:*string port=4:*int32
TypeChecking expressionWarnings=1:[]ExpressionWarning
ValidatingAdmissionPolicy metadata=1:meta.ObjectMeta spec=2:ValidatingAdmissionPolicySpec status=3:ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding metadata=1:meta.ObjectMeta spec=2:ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingList metadata=1:meta.ListMeta items=2:[]ValidatingAdmissionPolicyBinding!
ValidatingAdmissionPolicyBindingSpec policyName=1:string paramRef=2:*ParamRef matchResources=3:*MatchResources validationActions=4:[]string
ValidatingAdmissionPolicyList metadata=1:meta.ListMeta items=2:[]ValidatingAdmissionPolicy!
ValidatingAdmissionPolicySpec paramKind=1:*ParamKind matchConstraints=2:*MatchResources validations=3:[]Validation failurePolicy=4:*string auditAnnotations=5:[]AuditAnnotation matchConditions=6:[]MatchCondition variables=7:[]Variable
ValidatingAdmissionPolicyStatus observedGeneration=1:int64 typeChecking=2:*TypeChecking conditions=3:[]meta.Condition
ValidatingWebhook name=1:string! clientConfig=2:WebhookClientConfig rules=3:[]RuleWithOperations failurePolicy=4:*string matchPolicy=9:*string namespaceSelector=5:*meta.LabelSelector objectSelector=10:*meta.LabelSelector sideEffects=6:*string! timeoutSeconds=7:*int32 admissionReviewVersions=8:[]string! matchConditions=11:[]MatchCondition
ValidatingWebhookConfiguration metadata=1:meta.ObjectMeta webhooks=2:[]ValidatingWebhook
ValidatingWebhookConfigurationList metadata=1:meta.ListMeta items=2:[]ValidatingWebhookConfiguration!
Validation expression=1:string! message=2:string reason=3:*string messageExpression=4:string
Variable name=1:string! expression=2:string!
WebhookClientConfig url=3:*string service=1:*ServiceReference caBundle=2:bytes
`,
};
