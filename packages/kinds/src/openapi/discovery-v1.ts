/** Descriptions of discovery.k8s.io/v1. The README beside this file explains the format. */
export const discoveryV1 = `
EndpointSlice: Endpoints of a Service, all of one address type. The label kubernetes.io/service-name names the Service; a Service may have several slices.
  addressType: IPv4, IPv6 or FQDN. Cannot be changed after creation.
  endpoints: Endpoints of the slice. At most 1000.
  ports: Ports of every endpoint. At most 100, with unique names. Empty means no ports.
EndpointSliceList: A list of EndpointSlices.
Endpoint: A backend of a Service.
  addresses: Addresses of the endpoint, 1 to 100. Consumers use the first one.
  conditions: State of the endpoint.
  hostname: Hostname for DNS names of the endpoint. A DNS label.
  targetRef: Object behind the endpoint, usually a Pod.
  deprecatedTopology: Topology labels from the v1beta1 API. Read-only.
  nodeName: Node that the endpoint runs on.
  zone: Zone that the endpoint runs in.
  hints: Zones and nodes that should use the endpoint.
EndpointConditions: State of an endpoint.
  ready: Whether the endpoint accepts new connections. Unset means true. Never true for a terminating endpoint, unless the Service publishes addresses that are not ready.
  serving: Whether the endpoint can answer, also while it terminates. Unset means the value of ready.
  terminating: Whether the endpoint is terminating. Unset means false.
EndpointHints: Zones and nodes that should use an endpoint.
  forZones: Zones that should use the endpoint. At most 8.
  forNodes: Nodes that should use the endpoint. At most 8.
EndpointPort: A port of the endpoints.
  name: Name of the port: that of the Service port, or empty. A DNS label.
  protocol: TCP, UDP or SCTP. Defaults to TCP.
  port: Port number, 1 to 65535. Unset means all ports.
  appProtocol: Protocol of the application, such as kubernetes.io/h2c or an IANA service name.
ForNode: A node that should use an endpoint.
  name: Name of the node.
ForZone: A zone that should use an endpoint.
  name: Name of the zone.
`;
