/** Descriptions of Nodes, PersistentVolumes and their claims. The README beside this file explains the format. */
export const coreV1Nodes = `
Node: A machine that runs Pods. Registered and kept up to date by its kubelet.
  spec: Desired state of the Node.
  status: Observed state of the Node, reported by its kubelet.
NodeList: A list of Nodes.
  items: The Nodes of this list.
NodeSpec: Desired state of a Node.
  podCIDR: Address range of the Pods on this Node. The first entry of podCIDRs.
  podCIDRs: Address ranges of the Pods on this Node, at most one per IP family. Cannot be changed once set.
  providerID: ID of the machine at its provider, as PROVIDER://ID. Cannot be changed once set.
  unschedulable: Whether the scheduler places no new Pods here. Set by kubectl cordon. Defaults to false.
  taints: Taints that keep Pods without a matching toleration away.
  configSource: Deprecated and ignored. Dynamic kubelet configuration was removed.
  externalID: Deprecated and unused.
NodeStatus: Observed state of a Node.
  capacity: Total amount of each resource.
  allocatable: Amount of each resource that Pods can use. Defaults to capacity.
  phase: Deprecated and never set.
  conditions: Conditions such as Ready, MemoryPressure and DiskPressure, by type.
  addresses: Addresses at which the Node can be reached.
  daemonEndpoints: Ports of daemons on the Node.
  nodeInfo: Versions and IDs of the machine and its software.
  images: Images present on the Node.
  volumesInUse: Volumes that are attached and mounted.
  volumesAttached: Volumes that are attached.
  config: Deprecated. Status of dynamic kubelet configuration.
  runtimeHandlers: Handlers of the container runtime and their features.
  features: Features of the container runtime and kubelet.
  declaredFeatures: Features of the Node that its kubelet declares to the scheduler.
NodeCondition: One condition of a Node.
  type: Type of the condition, such as Ready.
  status: True, False or Unknown.
  lastHeartbeatTime: Time at which the condition was last reported.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason of the last transition.
  message: Human-readable detail of the last transition.
NodeAddress: An address of a Node.
  type: Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.
  address: Address of the Node: an IP address or a DNS name.
NodeDaemonEndpoints: Ports of daemons on a Node.
  kubeletEndpoint: Port of the kubelet.
DaemonEndpoint: A port of a daemon.
  Port: Port on which the daemon listens.
NodeSystemInfo: Versions and IDs of a Node.
  machineID: Machine ID that the Node reports.
  systemUUID: System UUID that the Node reports.
  bootID: Boot ID that the Node reports; it changes with every boot.
  kernelVersion: Version of the kernel.
  osImage: Name of the operating system.
  containerRuntimeVersion: Name and version of the container runtime.
  kubeletVersion: Version of the kubelet.
  kubeProxyVersion: Deprecated. Version of kube-proxy.
  operatingSystem: Operating system, such as linux.
  architecture: Architecture, such as amd64.
  swap: Swap of the Node.
NodeSwapStatus: Swap of a Node.
  capacity: Total bytes of swap.
NodeFeatures: Features of a Node.
  supplementalGroupsPolicy: Whether supplementalGroupsPolicy of Pods is supported.
NodeRuntimeHandler: A handler of the container runtime.
  name: Name of the handler. Empty for the default.
  features: Features of the handler.
NodeRuntimeHandlerFeatures: Features of a runtime handler.
  recursiveReadOnlyMounts: Whether recursive read-only mounts are supported.
  userNamespaces: Whether user namespaces are supported.
ContainerImage: An image on a Node.
  names: Names of the image.
  sizeBytes: Size in bytes.
AttachedVolume: A volume attached to a Node.
  name: Name of the volume.
  devicePath: Path of the device.
PersistentVolume: A piece of storage in the cluster, provisioned by an administrator or from a StorageClass. It outlives the Pods that use it.
  spec: Desired state of the PersistentVolume. Its source cannot be changed.
  status: Observed state of the PersistentVolume.
PersistentVolumeList: A list of PersistentVolumes.
  items: The PersistentVolumes of this list.
PersistentVolumeSpec: Desired state of a PersistentVolume. Set exactly one volume source.
  capacity: Size of the volume, under storage.
  accessModes: Ways in which the volume can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.
  claimRef: PersistentVolumeClaim to which the volume is bound. Set when it is bound.
  persistentVolumeReclaimPolicy: Fate of the volume when its claim is deleted: Retain, Delete or Recycle (deprecated). Defaults to Retain, or to the StorageClass's for provisioned volumes.
  storageClassName: StorageClass of the volume. Empty for none.
  mountOptions: Mount options, not checked in advance; a bad one fails the mount.
  volumeMode: Filesystem or Block. Defaults to Filesystem.
  nodeAffinity: Nodes from which the volume can be reached.
  volumeAttributesClassName: VolumeAttributesClass of the volume.
  hostPath: A directory of a node, for tests on a single node only.
  local: A disk or directory of one node. Needs nodeAffinity.
  csi: A volume of a CSI driver.
  nfs: An NFS export.
  iscsi: An iSCSI disk.
  fc: A Fibre Channel disk.
PersistentVolumeStatus: Observed state of a PersistentVolume.
  phase: Pending, Available, Bound, Released or Failed.
  message: Human-readable reason for the phase.
  reason: Short CamelCase reason for a failure.
  lastPhaseTransitionTime: Time at which phase last changed.
PersistentVolumeClaim: A request for storage. It is bound to a PersistentVolume and used by Pods.
  spec: Desired storage. Only requested size, volumeAttributesClassName and, while unbound, a few others can be changed.
  status: Observed state of the claim.
PersistentVolumeClaimList: A list of PersistentVolumeClaims.
  items: The PersistentVolumeClaims of this list.
PersistentVolumeClaimSpec: Desired storage of a claim.
  accessModes: Ways in which the volume must be mountable: ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.
  selector: Labels of PersistentVolumes to consider.
  resources: Requested size, under requests.storage. Can be increased if the StorageClass allows expansion.
  volumeName: PersistentVolume the claim is bound to, or is to be bound to.
  storageClassName: StorageClass to provision from. Empty for none; unset for the default class.
  volumeMode: Filesystem or Block. Defaults to Filesystem.
  dataSource: VolumeSnapshot or PersistentVolumeClaim of the same namespace that the volume is filled from. Kept equal to dataSourceRef where possible.
  dataSourceRef: Object of any kind that the volume is filled from. May name another namespace.
  volumeAttributesClassName: VolumeAttributesClass of the volume. Can be changed to modify the volume.
PersistentVolumeClaimStatus: Observed state of a claim.
  phase: Pending, Bound or Lost.
  accessModes: Access modes of the bound volume.
  capacity: Size of the bound volume.
  conditions: Conditions of the claim, such as Resizing, by type.
  allocatedResources: Size that is being or was allocated by a resize.
  allocatedResourceStatuses: State of a resize, by resource.
  currentVolumeAttributesClassName: VolumeAttributesClass in effect.
  modifyVolumeStatus: State of a change of the VolumeAttributesClass.
PersistentVolumeClaimCondition: One condition of a claim.
  type: Type of the condition, such as Resizing or FileSystemResizePending.
  status: True, False or Unknown.
  lastProbeTime: Time at which the condition was last checked.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason.
  message: Human-readable detail of the last transition.
ModifyVolumeStatus: State of a change of the VolumeAttributesClass.
  targetVolumeAttributesClassName: VolumeAttributesClass that is being applied.
  status: Pending, InProgress or Infeasible.
VolumeResourceRequirements: Size of a volume.
  limits: Maximum size of the volume, under storage.
  requests: Minimum size of the volume, under storage.
VolumeNodeAffinity: Nodes from which a volume can be reached.
  required: Node selector that must match.
LocalVolumeSource: A disk or directory of one node.
  path: Path on the node.
  fsType: File system, if the path is a block device.
CSIPersistentVolumeSource: A volume of a CSI driver.
  driver: Name of the CSI driver.
  volumeHandle: ID of the volume at the driver. Cannot be changed.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  fsType: File system to mount.
  volumeAttributes: Settings passed to the driver.
  controllerPublishSecretRef: Secret passed when the volume is attached.
  nodeStageSecretRef: Secret passed when the volume is staged on a node.
  nodePublishSecretRef: Secret passed when the volume is mounted.
  controllerExpandSecretRef: Secret passed when the volume is expanded.
  nodeExpandSecretRef: Secret passed when the volume is expanded on a node.
TopologySelectorTerm: Requirements on the labels of nodes, which must all hold.
  matchLabelExpressions: Requirements on the labels of a node, which must all hold.
TopologySelectorLabelRequirement: A requirement on a label of a node.
  key: Key of the node label.
  values: Values of the label, one of which must match.
`;
