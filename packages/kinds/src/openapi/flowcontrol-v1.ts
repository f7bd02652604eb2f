/** Descriptions of flowcontrol.apiserver.k8s.io/v1. The README beside this file explains the format. */
export const flowcontrolV1 = `
FlowSchema: Assigns requests to a priority level and divides them into flows.
  spec: Requests and priority level.
  status: Observed state, with the condition Dangling.
FlowSchemaList: A list of FlowSchemas.
FlowSchemaSpec: Requests and their priority level.
  priorityLevelConfiguration: Priority level of the requests. The FlowSchema has no effect while it does not exist.
  matchingPrecedence: Order among FlowSchemas, 1 to 10000: the lowest that matches a request wins. Defaults to 1000.
  distinguisherMethod: How requests are divided into flows. All are one flow if unset.
  rules: Requests that match. One rule is enough; none matches nothing.
FlowSchemaStatus: Observed state of a FlowSchema.
FlowSchemaCondition: A condition of a FlowSchema.
  type: Dangling: the priority level does not exist.
  status: True, False or Unknown.
FlowDistinguisherMethod: How requests are divided into flows.
  type: ByUser (a flow for each user) or ByNamespace (one for each namespace).
PriorityLevelConfigurationReference: A priority level.
  name: Name of the PriorityLevelConfiguration.
PolicyRulesWithSubjects: Users and actions. A request matches if it is by one of the subjects and matches one of the rules.
  subjects: Users, groups and service accounts. At least one; the group system:authenticated is everyone who is authenticated.
  resourceRules: Actions on resources.
  nonResourceRules: Actions on paths that are no resources.
Subject: A user, group or service account. The field that kind names is set.
  kind: User, Group or ServiceAccount.
  user: Name of a user.
  group: Name of a group.
  serviceAccount: Name of a service account.
UserSubject: A user.
  name: Name of the user, or * for all.
GroupSubject: A group.
  name: Name of the group, or * for all.
ServiceAccountSubject: A service account.
  namespace: Namespace of the service account.
  name: Name of the service account, or * for all of the namespace.
ResourcePolicyRule: Actions on resources.
  verbs: Verbs, or * for all.
  apiGroups: API groups, or * for all.
  resources: Resources and subresources, such as services and nodes/status, or * for all.
  clusterScope: Whether requests without a namespace match. Defaults to false.
  namespaces: Namespaces that match, or * for all. Required unless clusterScope is true.
NonResourcePolicyRule: Actions on paths that are no resources.
  verbs: HTTP methods in lower case, or * for all.
  nonResourceURLs: URL paths that match. A * at the end, after a slash, matches any rest; * alone matches all.
PriorityLevelConfiguration: Share of the server's concurrency for a class of requests.
  spec: Limits of the priority level.
  status: Observed state of the priority level.
PriorityLevelConfigurationList: A list of PriorityLevelConfigurations.
PriorityLevelConfigurationSpec: Limits of a priority level. The field that type names is set.
  type: Limited, or Exempt for requests without a limit. Only the built-in level exempt is Exempt.
  limited: Limits and their consequences. Required for type Limited.
  exempt: Concurrency that a level without a limit may lend. Only for type Exempt.
PriorityLevelConfigurationStatus: Observed state of a priority level.
PriorityLevelConfigurationCondition: A condition of a priority level.
  type: Name of the condition.
  status: True, False or Unknown.
LimitedPriorityLevelConfiguration: Limits of a priority level.
  nominalConcurrencyShares: Share of the server's concurrency, relative to the sum over all levels. Defaults to 30. 0 borrows everything.
  limitResponse: What happens to requests above the limit.
  lendablePercent: Percent of the level's concurrency that other levels may borrow, 0 to 100. Defaults to 0.
  borrowingLimitPercent: Percent of the level's concurrency that it may borrow from others in addition. No limit if unset.
ExemptPriorityLevelConfiguration: Concurrency that a level without a limit may lend.
  nominalConcurrencyShares: Share of the server's concurrency that counts as the level's own. Defaults to 0.
  lendablePercent: Percent of the level's own share of concurrency that other levels may borrow, 0 to 100. Defaults to 0.
LimitResponse: What happens to requests above a limit. queuing is set for type Queue only.
  type: Queue (they wait for their turn) or Reject (they get 429).
  queuing: Queues of the level.
QueuingConfiguration: Queues of a priority level. Each flow is assigned to some of them by shuffle sharding.
  queues: Number of queues, 1 to 10000000. More keep flows apart better and take more memory. Defaults to 64.
  handSize: Number of queues of each flow; a request goes to the shortest. Not above queues. Defaults to 8.
  queueLengthLimit: Requests that may wait in one queue; further ones are rejected. Defaults to 50.
`;
