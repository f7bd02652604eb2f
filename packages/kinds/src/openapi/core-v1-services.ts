/** Descriptions of Services, ConfigMaps, Secrets, Namespaces, Events, quotas. The README beside this file explains the format. */
export const coreV1Services = `
Service: A stable address for a set of Pods, selected by label. Clients connect to the Service; endpoints follow the Pods.
  spec: Desired state of the Service.
  status: Observed state of the Service, such as the addresses of its load balancer.
ServiceList: A list of Services.
  items: The Services of this list.
ServiceSpec: Desired state of a Service.
  ports: Ports of the Service, at least one unless it is headless or of type ExternalName. With more than one, each needs a name.
  selector: Labels of the Pods that traffic goes to. Without a selector, endpoints are managed by another program. Ignored for type ExternalName.
  clusterIP: Virtual IP address of the Service. Allocated if empty, "None" for a headless Service without one. Cannot be changed, except when type changes to or from ExternalName.
  clusterIPs: Virtual IP addresses, at most one per IP family. The first equals clusterIP.
  type: ClusterIP (reachable within the cluster), NodePort (also on a port of each node), LoadBalancer (also through an external load balancer) or ExternalName (a DNS alias). Defaults to ClusterIP.
  externalIPs: Addresses, managed outside the cluster, on which nodes accept traffic for the Service.
  sessionAffinity: ClientIP sends requests of one client address to the same Pod; None does not. Defaults to None.
  loadBalancerIP: Deprecated. Requested address of the load balancer; support depends on the provider.
  loadBalancerSourceRanges: Client address ranges, in CIDR notation, that the load balancer lets through. Only for type LoadBalancer.
  externalName: DNS name that the Service is an alias for. Required for type ExternalName.
  externalTrafficPolicy: Cluster routes external traffic to all endpoints; Local only to those on the receiving node, and keeps the client address. Defaults to Cluster. Only for types NodePort and LoadBalancer and with externalIPs.
  healthCheckNodePort: Node port on which health of Local external traffic is reported. Allocated if unset. Only for type LoadBalancer with externalTrafficPolicy Local.
  publishNotReadyAddresses: Whether endpoints are published before their Pods are ready. Meant for headless Services of StatefulSets. Defaults to false.
  sessionAffinityConfig: Settings of sessionAffinity.
  ipFamilies: IP families of the Service, IPv4 and IPv6, in order. Assigned by the cluster if unset. The second can be added or removed later.
  ipFamilyPolicy: SingleStack, PreferDualStack (two families where the cluster has them) or RequireDualStack. Defaults to SingleStack.
  allocateLoadBalancerNodePorts: Whether node ports are allocated for a load balancer. Defaults to true. Only for type LoadBalancer.
  loadBalancerClass: Load balancer implementation to use. The provider's default if unset. Cannot be changed while the type is LoadBalancer.
  internalTrafficPolicy: Cluster routes traffic from within the cluster to all endpoints, Local only to those on the same node. Defaults to Cluster.
  trafficDistribution: Preference among endpoints: PreferSameZone, PreferSameNode, or PreferClose (an older name for PreferSameZone).
ServicePort: A port of a Service.
  name: Name of the port. A DNS label. Required with more than one port, and unique within the Service.
  protocol: TCP, UDP or SCTP. Defaults to TCP.
  appProtocol: Application protocol as a hint for proxies: an IANA service name, or a name with a domain prefix such as kubernetes.io/h2c.
  port: Port of the Service, 1 to 65535.
  targetPort: Port number or name on the Pods. Defaults to port. Ignored for headless Services.
  nodePort: Port on every node, for types NodePort and LoadBalancer. Allocated from 30000 to 32767 if unset.
ServiceStatus: Observed state of a Service.
  loadBalancer: Addresses of the load balancer, if the Service has one.
  conditions: Conditions of the Service, by type.
LoadBalancerStatus: Status of a load balancer.
  ingress: Points at which the load balancer accepts traffic.
LoadBalancerIngress: One point at which a load balancer accepts traffic.
  ip: IP address, for load balancers with one.
  hostname: Host name, for load balancers with one.
  ipMode: VIP if traffic arrives with the address of the load balancer as its destination, Proxy if it arrives with that of the node or Pod. Needs ip.
  ports: Status of each port.
PortStatus: Status of one port of a load balancer.
  port: Port number of the Service.
  protocol: TCP, UDP or SCTP.
  error: CamelCase reason for which the port does not work, if it does not.
SessionAffinityConfig: Settings of session affinity.
  clientIP: Settings of affinity by client address.
ClientIPConfig: Settings of session affinity by client address.
  timeoutSeconds: Seconds for which a client stays with its Pod, 1 to 86400. Defaults to 10800 (3 hours).
Endpoints: Deprecated. Addresses behind a Service; EndpointSlices of discovery.k8s.io/v1 replace it.
  subsets: Groups of addresses with common ports. The endpoints are the product of both.
EndpointsList: A list of Endpoints.
  items: The Endpoints of this list.
EndpointSubset: A group of addresses with common ports.
  addresses: Addresses that are ready for traffic.
  notReadyAddresses: Addresses that are not ready yet.
  ports: Ports at which the addresses serve.
EndpointAddress: One address.
  ip: IP address. Loopback, link-local and multicast addresses are rejected.
  hostname: Host name of the endpoint.
  nodeName: Node of the endpoint.
  targetRef: Object behind the address, usually a Pod.
EndpointPort: One port.
  name: Name of the port, equal to that of the Service's port. Required with more than one.
  port: Number of the port.
  protocol: TCP, UDP or SCTP. Defaults to TCP.
  appProtocol: Application protocol as a hint for proxies.
ConfigMap: Configuration data for Pods and other programs, as keys and values. At most 1 MiB in all.
  immutable: Whether data and binaryData can no longer be changed. Cannot be unset once it is true; delete and create the ConfigMap again to change it. The kubelet does not watch immutable ConfigMaps.
  data: Text values. Keys consist of letters, digits, "-", "_" and "." and must not be in binaryData too.
  binaryData: Binary values, base64 in JSON. Keys as in data, and not in both.
ConfigMapList: A list of ConfigMaps.
  items: The ConfigMaps of this list.
Secret: Sensitive data such as passwords, tokens and keys. At most 1 MiB in all. Stored unencrypted unless encryption at rest is configured.
  immutable: Whether data can no longer be changed. Cannot be unset once it is true; delete and create the Secret again to change it. The kubelet does not watch immutable Secrets.
  data: Values, base64 in JSON. Keys consist of letters, digits, "-", "_" and ".".
  stringData: Text values, merged into data on write and never returned. Takes precedence over data.
  type: Type of the data, such as Opaque, kubernetes.io/tls or kubernetes.io/dockerconfigjson; some types require certain keys. Defaults to Opaque. Cannot be changed.
SecretList: A list of Secrets.
  items: The Secrets of this list.
ServiceAccount: An identity for processes in Pods. Its user name is system:serviceaccount:NAMESPACE:NAME.
  secrets: Deprecated. Secrets that Pods of this ServiceAccount may use, if the annotation kubernetes.io/enforce-mountable-secrets is "true".
  imagePullSecrets: Secrets with credentials for pulling images, added to Pods that have none of their own.
  automountServiceAccountToken: Whether Pods get a token mounted. Defaults to true. A Pod can override it.
ServiceAccountList: A list of ServiceAccounts.
  items: The ServiceAccounts of this list.
Namespace: A scope for names. Deleting a namespace deletes every object in it.
  spec: Desired state of the Namespace.
  status: Observed state of the Namespace.
NamespaceList: A list of Namespaces.
  items: The Namespaces of this list.
NamespaceSpec: Desired state of a Namespace.
  finalizers: Finalizers that must be removed, through the finalize subresource, before the Namespace is gone. The server removes "kubernetes" when it is empty.
NamespaceStatus: Observed state of a Namespace.
  phase: Active, or Terminating while its objects are being deleted.
  conditions: Conditions of the deletion, such as NamespaceContentRemaining, by type.
NamespaceCondition: One condition of a Namespace.
  type: Type of the condition.
  status: True, False or Unknown.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason.
  message: Human-readable detail of the last transition.
Event: A report of something that happened to an object. Events expire, by default after an hour.
  involvedObject: Object the event is about.
  reason: Short CamelCase reason.
  message: Human-readable description of the event.
  source: Component that reported the event.
  firstTimestamp: Time of the first occurrence.
  lastTimestamp: Time of the last occurrence.
  count: Number of occurrences.
  type: Normal or Warning.
  eventTime: Time of the event, for events of events.k8s.io/v1.
  series: Occurrences after the first, for events of events.k8s.io/v1.
  action: Action that was taken or failed.
  related: Second object the event is about.
  reportingComponent: Name of the reporting controller.
  reportingInstance: ID of the reporting controller's instance.
EventList: A list of Events.
  items: The Events of this list.
EventSeries: Repeated occurrences of an event.
  count: Number of occurrences.
  lastObservedTime: Time of the last occurrence.
EventSource: Component that reported an event.
  component: Name of the component.
  host: Node the component runs on.
LimitRange: Default, minimum and maximum resources of Pods, containers and claims in a namespace. Checked when they are created.
  spec: Limits that new objects of the namespace must keep.
LimitRangeList: A list of LimitRanges.
  items: The LimitRanges of this list.
LimitRangeSpec: Limits of a LimitRange.
  limits: Limits, one entry per type.
LimitRangeItem: Limits for one type of object.
  type: Pod, Container or PersistentVolumeClaim.
  max: Maximum of each resource.
  min: Minimum of each resource.
  default: Default limits of containers. Only for type Container.
  defaultRequest: Default requests of containers. Only for type Container.
  maxLimitRequestRatio: Largest allowed ratio of limit to request. Both must then be set.
ResourceQuota: Limits on the total resources and object counts of a namespace.
  spec: Limits on the totals of the namespace.
  status: Limits that are enforced, and what is used of them.
ResourceQuotaList: A list of ResourceQuotas.
  items: The ResourceQuotas of this list.
ResourceQuotaSpec: Limits of a ResourceQuota.
  hard: Maximum of each resource, such as requests.cpu, pods or count/deployments.apps.
  scopes: Scopes that an object must all match to be counted.
  scopeSelector: Scopes with operators and values. Combined with scopes.
ResourceQuotaStatus: Enforced limits and use.
  hard: Limits that are enforced.
  used: Amounts that the objects of the namespace use now.
ScopeSelector: Requirements on quota scopes, which must all hold.
  matchExpressions: Requirements on quota scopes, which must all hold.
ScopedResourceSelectorRequirement: A requirement on a quota scope.
  scopeName: Name of the scope.
  operator: In, NotIn, Exists or DoesNotExist.
  values: Values for In and NotIn; empty otherwise.
ReplicationController: Keeps a number of Pods running. Deployments replace it.
  spec: Desired state of the ReplicationController.
  status: Observed state of the ReplicationController.
ReplicationControllerList: A list of ReplicationControllers.
  items: The ReplicationControllers of this list.
ReplicationControllerSpec: Desired state of a ReplicationController.
  replicas: Number of Pods. Defaults to 1.
  minReadySeconds: Seconds a Pod must be ready to count as available. Defaults to 0.
  selector: Labels of the Pods. Defaults to the labels of the template.
  template: The Pods to create.
ReplicationControllerStatus: Observed state of a ReplicationController.
  replicas: Number of Pods.
  fullyLabeledReplicas: Number of Pods with all labels of the template.
  readyReplicas: Number of ready Pods.
  availableReplicas: Number of Pods ready for at least minReadySeconds.
  observedGeneration: metadata.generation that this status reflects.
  conditions: Conditions of the ReplicationController, by type.
ComponentStatus: Deprecated. Health of a control plane component.
  conditions: Conditions of the component, by type.
ComponentStatusList: A list of ComponentStatuses.
  items: The ComponentStatuses of this list.
`;
