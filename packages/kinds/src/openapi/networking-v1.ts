/** Descriptions of networking.k8s.io/v1. The README beside this file explains the format. */
export const networkingV1 = `
Ingress: Routes HTTP requests from outside the cluster to Services, by host and path. Needs an ingress controller.
  spec: Desired state of the Ingress.
  status: Observed state of the Ingress.
IngressList: A list of Ingresses.
  items: The Ingresses of this list.
IngressSpec: Desired state of an Ingress. Needs rules or a default backend.
  ingressClassName: IngressClass that names the controller. Defaults to the class marked as default.
  defaultBackend: Backend for requests that match no rule.
  tls: Certificates by host. All use port 443 and are selected by SNI.
  rules: Rules by host. Requests that match none go to the default backend.
IngressStatus: Observed state of an Ingress.
  loadBalancer: Addresses of the load balancer.
IngressTLS: A certificate and its hosts.
  hosts: Hosts of the certificate. All of the controller's if unset.
  secretName: Secret of type kubernetes.io/tls with the certificate.
IngressRule: Paths of one host.
  host: Host name without port. May begin with "*." for one label. Empty matches all hosts.
HTTPIngressRuleValue: Paths of an HTTP rule.
  paths: Paths and their backends.
HTTPIngressPath: A path and its backend.
  path: Path to match. Must begin with "/" for pathType Exact and Prefix.
  pathType: Exact, Prefix (by elements separated by "/") or ImplementationSpecific.
  backend: Destination of the traffic.
IngressBackend: Destination of traffic. Set exactly one of service and resource.
  service: A Service of the same namespace.
  resource: Another object of the same namespace.
IngressServiceBackend: A Service as a destination.
  name: Name of the Service.
  port: Port of the Service.
ServiceBackendPort: A port of a Service, by name or by number.
  name: Name of the port.
  number: Number of the port.
IngressClass: A kind of Ingress and the controller that serves it.
  spec: Desired state of the IngressClass.
IngressClassList: A list of IngressClasses.
  items: The IngressClasses of this list.
IngressClassSpec: Desired state of an IngressClass.
  controller: Name of the controller, such as example.com/ingress-controller. At most 250 characters. Cannot be changed.
  parameters: Object with further settings of the controller.
NetworkPolicy: Allows traffic to and from selected Pods. Pods selected by a policy accept only traffic that some policy allows.
  spec: Desired state of the NetworkPolicy.
NetworkPolicyList: A list of NetworkPolicies.
  items: The NetworkPolicies of this list.
NetworkPolicySpec: Desired state of a NetworkPolicy.
  podSelector: Pods the policy applies to. Empty selects all Pods of the namespace.
  ingress: Incoming traffic that is allowed. Empty allows none.
  egress: Outgoing traffic that is allowed. Empty allows none.
  policyTypes: Ingress, Egress or both. Defaults to Ingress, and Egress too if egress is set.
NetworkPolicyIngressRule: Allowed incoming traffic: from any of the peers, on any of the ports.
  ports: Ports of the selected Pods that may be reached. All if empty.
  from: Sources that traffic may come from. All if empty.
NetworkPolicyEgressRule: Allowed outgoing traffic: to any of the peers, on any of the ports.
  ports: Ports of the destinations that may be reached. All if empty.
  to: Destinations that traffic may go to. All if empty.
NetworkPolicyPeer: Sources or destinations of traffic.
  podSelector: Selects Pods, in the policy's namespace or in those of namespaceSelector.
  namespaceSelector: Selects namespaces. Empty selects all.
  ipBlock: An address range. Cannot be combined with selectors.
NetworkPolicyPort: A port or range of ports.
  protocol: TCP, UDP or SCTP. Defaults to TCP.
  port: Port number or name on the Pods. All if unset.
  endPort: Last port of a range that begins with port.
IPBlock: An address range.
  cidr: Range in CIDR notation.
  except: Ranges within cidr to leave out.
IngressLoadBalancerStatus: Addresses of the load balancer of an Ingress.
  ingress: Addresses, each an IP address or a hostname.
IngressLoadBalancerIngress: An address of a load balancer.
  ip: IP address of the load balancer.
  hostname: Hostname of the load balancer.
  ports: State of the ports of the load balancer.
IngressPortStatus: State of a port of a load balancer.
  port: Number of the port.
  protocol: TCP, UDP or SCTP.
  error: Error of the port: a CamelCase word, or a qualified name for errors of a cloud provider.
IngressRule:
  http: Backends by path. All requests of the host go to the default backend if unset.
IngressClassParametersReference: An object with parameters of an IngressClass.
  apiGroup: API group of the object. Empty for the core group.
  kind: Kind of the object.
  name: Name of the object with the parameters.
  scope: Cluster or Namespace. Defaults to Cluster.
  namespace: Namespace of the object. Required for scope Namespace.
IPAddress: An IP address that is in use. Its name is the address in canonical form.
  spec: Object that uses the address.
IPAddressList: A list of IPAddresses.
IPAddressSpec: Object that uses an address.
  parentRef: Object that uses the address, usually a Service. Cannot be changed.
ParentReference: An object that uses an address.
  group: API group of the object.
  resource: Resource of the object.
  namespace: Namespace of the object.
  name: Name of the object.
ServiceCIDR: A range of addresses for Services.
  spec: Ranges of addresses for Services.
  status: Observed state, with the condition Ready.
ServiceCIDRList: A list of ServiceCIDRs.
ServiceCIDRSpec: Ranges of addresses for Services.
  cidrs: One range, or one of each address family, such as 10.96.0.0/12. Ranges of a second family can be added later; others cannot be changed.
ServiceCIDRStatus: Observed state of a ServiceCIDR.
`;
