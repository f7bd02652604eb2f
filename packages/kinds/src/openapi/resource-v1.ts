/** Descriptions of resource.k8s.io/v1. The README beside this file explains the format. */
export const resourceV1 = `
ResourceClaim: A request for devices, allocated by the scheduler and used by Pods.
  spec: Requested devices. Cannot be changed.
  status: Allocation and users of the claim.
ResourceClaimList: A list of ResourceClaims.
ResourceClaimSpec: Requested devices.
  devices: Requests, constraints and configuration.
DeviceClaim: Requests for devices.
  requests: Requests, each for one or more devices. All must be satisfied. At most 32.
  constraints: Conditions that several devices must satisfy together. At most 32.
  config: Parameters for drivers. They are not used for allocation. At most 32.
DeviceRequest: A request for devices. Exactly one of exactly and firstAvailable is set.
  name: Name of the request, a DNS label. Pods, constraints and configuration refer to it.
  exactly: One kind of device.
  firstAvailable: Alternatives in order of preference. The first that can be satisfied is used. At most 8.
ExactDeviceRequest: One kind of device.
  deviceClassName: DeviceClass of the devices. Required.
  selectors: CEL conditions that a device must satisfy, in addition to those of the class. At most 32.
  allocationMode: ExactCount (count devices) or All (every matching device). Defaults to ExactCount.
  count: Number of devices for ExactCount. Defaults to 1.
  adminAccess: Whether the claim gets access to devices that others use, for monitoring. Allowed in namespaces with the label resource.kubernetes.io/admin-access: "true". Defaults to false.
  tolerations: Taints of devices that the request tolerates. At most 16.
  capacity: Capacity that the request takes of each device.
DeviceSubRequest: An alternative of a request.
  name: Name of the alternative, a DNS label. Referred to as REQUEST/NAME.
  deviceClassName: DeviceClass of the devices. Required.
  selectors: CEL conditions that a device must satisfy, in addition to those of the class. At most 32.
  allocationMode: ExactCount (count devices) or All (every matching device). Defaults to ExactCount.
  count: Number of devices for ExactCount. Defaults to 1.
  tolerations: Taints of devices that the request tolerates. At most 16.
  capacity: Capacity that the request takes of each device.
DeviceSelector: A condition on a device.
  cel: CEL condition. Required.
CELDeviceSelector: A CEL condition on a device.
  expression: CEL expression that returns a boolean. device has driver, attributes, capacity and allowMultipleAllocations. At most 10 KiB.
DeviceConstraint: A condition that several devices must satisfy together. Exactly one of matchAttribute and distinctAttribute is set.
  requests: Requests whose devices the constraint covers. All if empty.
  matchAttribute: Attribute that must have the same value on all devices.
  distinctAttribute: Attribute that must have different values on all devices.
DeviceClaimConfiguration: Parameters for a driver.
  requests: Requests that the parameters apply to. All if empty.
  opaque: Parameters in a format of the driver.
DeviceClassConfiguration: Parameters for a driver.
  opaque: Parameters in a format of the driver.
OpaqueDeviceConfiguration: Parameters in a format of the driver.
  driver: Name of the driver, a DNS subdomain.
  parameters: Parameters, at most 10 KiB. The driver validates them.
CapacityRequirements: Capacity that a request takes of a device.
  requests: Amounts, by name of the capacity. The rounding of the device's requestPolicy applies.
DeviceToleration: A taint of devices that a request tolerates.
  key: Key of the taint. Empty, with operator Exists, tolerates all keys.
  operator: Equal (key and value match) or Exists (the key matches). Defaults to Equal.
  value: Value of the taint. Empty for Exists.
  effect: Effect of the taint. Empty tolerates all effects.
  tolerationSeconds: Seconds for which NoExecute is tolerated. Forever if unset.
ResourceClaimStatus: Allocation and users of a claim.
  allocation: Allocated devices. Set by the scheduler.
  reservedFor: Pods that may use the claim now. At most 256.
  devices: State of the allocated devices, reported by their drivers.
AllocationResult: Allocated devices and the nodes that can use them.
  devices: Allocated devices and their configuration.
  nodeSelector: Nodes that can use the devices. All if unset.
  allocationTimestamp: Time of the allocation.
DeviceAllocationResult: Allocated devices and their configuration.
  results: Allocated devices, by request.
  config: Parameters from the claim and its classes, for the drivers.
DeviceRequestAllocationResult: One allocated device.
  request: Request that the device satisfies: its name, or REQUEST/ALTERNATIVE.
  driver: Driver of the device.
  pool: Pool of the device.
  device: Name of the device in its pool.
  adminAccess: Whether the device was allocated for monitoring. Defaults to false.
  tolerations: Tolerations of the request at the time of the allocation.
  bindingConditions: Conditions that must be true before the Pod is bound. From the device.
  bindingFailureConditions: Conditions that end the attempt to bind. From the device.
  shareID: Identifier of the share of a device that several requests use.
  consumedCapacity: Capacity that the share takes of the device.
DeviceAllocationConfiguration: Parameters for a driver, with their origin.
  source: FromClaim or FromClass.
  requests: Requests that the parameters apply to. All if empty.
  opaque: Parameters in a format of the driver.
AllocatedDeviceStatus: State of an allocated device, reported by its driver.
  driver: Driver of the device.
  pool: Pool of the device.
  device: Name of the device in its pool.
  shareID: Identifier of the share of the device.
  data: Data in a format of the driver. At most 10 KiB.
  networkData: Addresses of a network device.
NetworkDeviceData: Addresses of a network device.
  interfaceName: Name of the interface in the Pod. At most 256 characters.
  ips: Addresses in CIDR form, such as 192.0.2.5/24. At most 16.
  hardwareAddress: MAC or other hardware address. At most 128 characters.
ResourceClaimConsumerReference: A user of a claim.
  apiGroup: API group of the user. Empty for Pods.
  resource: Resource of the user, such as pods.
  name: Name of the user.
  uid: UID of the user.
ResourceClaimTemplate: A template from which a ResourceClaim is created for each Pod that refers to it.
  spec: Metadata and specification of the claims. Cannot be changed.
ResourceClaimTemplateList: A list of ResourceClaimTemplates.
ResourceClaimTemplateSpec: Metadata and specification of the claims.
  metadata: Labels and annotations of the claims.
  spec: Specification of the claims.
DeviceClass: A kind of device that claims can request, with its conditions and parameters.
  spec: Conditions and parameters.
DeviceClassList: A list of DeviceClasses.
DeviceClassSpec: Conditions and parameters of a class.
  selectors: CEL conditions that a device must satisfy. At most 32.
  config: Parameters for drivers, passed with every allocation. At most 32.
  extendedResourceName: Extended resource, such as example.com/gpu, by which containers request devices of the class without a claim. Unique; the newest class wins otherwise.
ResourceSlice: Devices that a driver offers. A pool of devices may span several slices.
  spec: Driver, pool, nodes and devices.
ResourceSliceList: A list of ResourceSlices.
ResourceSliceSpec: Devices of a driver. Exactly one of nodeName, nodeSelector, allNodes and perDeviceNodeSelection is set.
  driver: Name of the driver, a DNS subdomain. Cannot be changed.
  pool: Pool of the devices.
  nodeName: The one node that has the devices. Cannot be changed.
  nodeSelector: Nodes that can use the devices.
  allNodes: Whether all nodes can use the devices.
  devices: Devices, at most 128.
  perDeviceNodeSelection: Whether each device names its nodes.
  sharedCounters: Counters that several devices of the pool share. At most 8.
ResourcePool: A pool of devices.
  name: Name of the pool, often that of the node. Cannot be changed.
  generation: Number that the driver increments with each change. Slices of older generations are ignored.
  resourceSliceCount: Number of slices of this generation. The pool is incomplete until all exist.
Device: A device.
  name: Name of the device, a DNS label, unique in its pool.
  attributes: Attributes, for selectors. Attributes and capacities together at most 32.
  capacity: Capacities, for selectors and shares.
  consumesCounters: Shared counters that the device takes when it is allocated.
  nodeName: Node that has the device. Only with perDeviceNodeSelection.
  nodeSelector: Nodes that can use the device. Only with perDeviceNodeSelection.
  allNodes: Whether all nodes can use the device. Only with perDeviceNodeSelection.
  taints: Taints that keep claims away, unless they tolerate them. At most 16.
  bindsToNode: Whether an allocation is limited to the node that was chosen, although others could use the device. Defaults to false.
  bindingConditions: Conditions that must be true before the Pod is bound. At most 4.
  bindingFailureConditions: Conditions that end the attempt to bind. At most 4.
  allowMultipleAllocations: Whether several requests may share the device. Defaults to false.
  nodeAllocatableResourceMappings: Resources of the node that an allocation takes, by name.
NodeAllocatableResourceMapping: Amount of a node's resource that an allocation takes.
  capacityKey: Capacity of the device that determines the amount.
  allocationMultiplier: Factor from the capacity, or from the number of devices, to the amount.
DeviceAttribute: Value of an attribute. Exactly one of the fields is set.
  int: Value that is an integer.
  bool: Value that is a boolean.
  string: Value that is a string, at most 64 characters.
  version: Value that is a semantic version, at most 64 characters.
  ints: Value that is a list of integers.
  bools: Value that is a list of booleans.
  strings: Value that is a list of strings.
  versions: Value that is a list of semantic versions.
DeviceCapacity: A capacity of a device.
  value: Total amount of the capacity.
  requestPolicy: Amounts that requests may take. Only with allowMultipleAllocations.
CapacityRequestPolicy: Amounts that requests may take. At most one of validValues and validRange is set.
  default: Amount for requests that do not name one.
  validValues: Allowed amounts, ascending. Requests are rounded up to the next. At most 10.
  validRange: Range of allowed amounts.
CapacityRequestPolicyRange: Range of allowed amounts.
  min: Smallest amount. Smaller requests are rounded up.
  max: Largest amount. Larger requests are not satisfied.
  step: Step from min. Requests are rounded up to the next.
CounterSet: Counters that several devices share, such as the memory of a GPU that can be partitioned.
  name: Name of the set, a DNS label, unique in the pool.
  counters: Amounts by name of the counter.
Counter: An amount.
  value: Amount of the counter.
DeviceCounterConsumption: Amounts that a device takes of a set of counters.
  counterSet: Name of the set.
  counters: Amounts, by name of the counter.
DeviceTaint: A taint of a device.
  key: Key of the taint, a qualified name.
  value: Value of the taint, a label value.
  effect: None, NoSchedule (no new allocations) or NoExecute (also evicts Pods that use the device).
  timeAdded: Time at which the taint was added. Set by the server for NoExecute.
`;
