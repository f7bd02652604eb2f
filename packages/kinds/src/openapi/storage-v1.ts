/** Descriptions of storage.k8s.io/v1. The README beside this file explains the format. */
export const storageV1 = `
StorageClass: Parameters by which volumes are provisioned for PersistentVolumeClaims.
  provisioner: Name of the provisioner, usually of a CSI driver. Cannot be changed.
  parameters: Parameters of the provisioner. At most 512 entries and 256 KiB. Cannot be changed.
  reclaimPolicy: Policy of the volumes it provisions: Delete or Retain. Defaults to Delete. Cannot be changed.
  mountOptions: Mount options of the volumes. They are not validated; mounting fails if one is invalid.
  allowVolumeExpansion: Whether the claims of this class may be enlarged.
  volumeBindingMode: Immediate provisions at once, WaitForFirstConsumer when a Pod that uses the claim is scheduled. Defaults to Immediate. Cannot be changed.
  allowedTopologies: Topologies in which volumes may be provisioned. No limit if empty.
StorageClassList: A list of StorageClasses.
VolumeAttributesClass: Attributes of volumes that can be changed while they are in use.
  driverName: Name of the CSI driver. Cannot be changed.
  parameters: Parameters of the driver. At most 512 entries and 256 KiB. Cannot be changed.
VolumeAttributesClassList: A list of VolumeAttributesClasses.
VolumeAttachment: Attachment of a volume to a node, wished for by the attach controller and done by a CSI driver.
  spec: Driver, volume and node. Cannot be changed.
  status: Observed state of the attachment, written by the driver.
VolumeAttachmentList: A list of VolumeAttachments.
VolumeAttachmentSpec: Driver, volume and node of an attachment.
  attacher: Name of the CSI driver.
  source: Volume to attach.
  nodeName: Node to attach the volume to.
VolumeAttachmentSource: A volume. Exactly one of the fields is set.
  persistentVolumeName: Name of a PersistentVolume.
  inlineVolumeSpec: Specification of an inline volume that was migrated to CSI.
VolumeAttachmentStatus: Observed state of an attachment.
  attached: Whether the volume is attached.
  attachmentMetadata: Data from the driver that later steps need, such as a device path.
  attachError: Last error while attaching.
  detachError: Last error while detaching.
VolumeError: An error of a volume operation.
  time: Time of the error.
  message: Error as reported by the driver. May be logged; must not contain secrets.
  errorCode: gRPC code of the driver's response.
CSIDriver: Properties of a CSI driver. Its name is that of the driver.
  spec: Properties of the driver.
CSIDriverList: A list of CSIDrivers.
CSIDriverSpec: Properties of a CSI driver.
  attachRequired: Whether volumes must be attached before they are mounted. Defaults to true. Cannot be changed.
  podInfoOnMount: Whether the driver gets the Pod's name, namespace, UID and service account when it mounts. Defaults to false.
  volumeLifecycleModes: Persistent (PersistentVolumes) and Ephemeral (inline volumes of Pods). Defaults to Persistent. Cannot be changed.
  storageCapacity: Whether scheduling considers the CSIStorageCapacity objects of the driver. Defaults to false.
  fsGroupPolicy: Whether the kubelet changes owner and permissions for fsGroup: ReadWriteOnceWithFSType, File (always) or None. Defaults to ReadWriteOnceWithFSType.
  tokenRequests: Service account tokens that the driver gets when it mounts, by audience.
  requiresRepublish: Whether the kubelet calls NodePublishVolume periodically to refresh the volume. Defaults to false.
  seLinuxMount: Whether the driver supports mounting with an SELinux context. Defaults to false.
  nodeAllocatableUpdatePeriodSeconds: Seconds between updates of the volumes that a node can take, at least 10. No periodic updates if unset.
  serviceAccountTokenInSecrets: Whether tokens are passed in the secrets of the call instead of its context. Requires tokenRequests. Defaults to false.
  preventPodSchedulingIfMissing: Whether Pods with volumes of the driver are kept from nodes that do not run it. Defaults to false.
TokenRequest: A service account token for a driver.
  audience: Audience of the token. Empty means that of the API server.
  expirationSeconds: Lifetime in seconds, at least 600. Defaults to 3600.
CSINode: CSI drivers installed on a node. Its name is that of the node; the kubelet writes it.
  spec: Drivers of the node.
CSINodeList: A list of CSINodes.
CSINodeSpec: Drivers of a node.
  drivers: Drivers, by name.
CSINodeDriver: A driver on a node.
  name: Name of the driver.
  nodeID: Name of the node in the driver's system.
  topologyKeys: Labels of the node that describe the topology of the driver.
  allocatable: Volumes that the node can take.
VolumeNodeResources: Volumes that a node can take.
  count: Largest number of volumes of the driver. No limit if unset.
CSIStorageCapacity: Capacity that a driver reports for a storage class in a topology. The scheduler uses it.
  nodeTopology: Nodes that have access to the capacity. None if unset, all if empty. Cannot be changed.
  storageClassName: Name of the StorageClass. Cannot be changed.
  capacity: Bytes available for new volumes. Unknown if unset.
  maximumVolumeSize: Largest size of a single volume. Unknown if unset.
CSIStorageCapacityList: A list of CSIStorageCapacities.
`;
