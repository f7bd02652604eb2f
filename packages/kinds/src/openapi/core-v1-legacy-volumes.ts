/** Descriptions of volume sources that Kubernetes deprecated, and of other legacy types of core/v1. The README beside this file explains the format. */
export const coreV1LegacyVolumes = `
AWSElasticBlockStoreVolumeSource: Deprecated. A disk of AWS, served through its CSI driver.
  volumeID: ID of the disk.
  fsType: File system, such as ext4. Defaults to ext4.
  partition: Partition to mount, 0 to 255. 0 or unset mounts the whole disk.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
AzureDiskVolumeSource: Deprecated. An Azure disk, served through its CSI driver.
  diskName: Name of the disk.
  diskURI: URI of the disk.
  cachingMode: None, ReadOnly or ReadWrite. Defaults to ReadWrite.
  fsType: File system, such as ext4. Defaults to ext4.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  kind: Shared (several disks in one storage account), Dedicated (one disk in one account) or Managed. Defaults to Shared.
AzureFilePersistentVolumeSource: Deprecated. An Azure file share, served through its CSI driver.
  secretName: Secret with the name and key of the storage account.
  shareName: Name of the share.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  secretNamespace: Namespace of the Secret. Defaults to that of the Pod.
AzureFileVolumeSource: Deprecated. An Azure file share, served through its CSI driver.
  secretName: Secret with the name and key of the storage account.
  shareName: Name of the share.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
CephFSPersistentVolumeSource: Deprecated and no longer supported. A Ceph file system.
  monitors: Addresses of the Ceph monitors. At least one.
  path: Directory to mount. Defaults to /.
  user: Ceph user. Defaults to admin.
  secretFile: File on the node with the user's key. Defaults to /etc/ceph/user.secret.
  secretRef: Secret with the user's key. Overrides secretFile.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
CephFSVolumeSource: Deprecated and no longer supported. A Ceph file system.
  monitors: Addresses of the Ceph monitors. At least one.
  path: Directory to mount. Defaults to /.
  user: Ceph user. Defaults to admin.
  secretFile: File on the node with the user's key. Defaults to /etc/ceph/user.secret.
  secretRef: Secret with the user's key. Overrides secretFile.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
CinderPersistentVolumeSource: Deprecated. A disk of OpenStack, served through its CSI driver.
  volumeID: ID of the volume in Cinder.
  fsType: File system, such as ext4. Defaults to ext4.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  secretRef: Secret with the parameters of the OpenStack connection.
CinderVolumeSource: Deprecated. A disk of OpenStack, served through its CSI driver.
  volumeID: ID of the volume in Cinder.
  fsType: File system, such as ext4. Defaults to ext4.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  secretRef: Secret with the parameters of the OpenStack connection.
FlexPersistentVolumeSource: Deprecated. A volume of a FlexVolume driver; use CSI.
  driver: Name of the driver.
  fsType: File system. The driver chooses if unset.
  secretRef: Secret with data for the driver.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  options: Options of the driver.
FlexVolumeSource: Deprecated. A volume of a FlexVolume driver; use CSI.
  driver: Name of the driver.
  fsType: File system. The driver chooses if unset.
  secretRef: Secret with data for the driver.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  options: Options of the driver.
FlockerVolumeSource: Deprecated and no longer supported. A Flocker volume.
  datasetName: Name of the dataset. Deprecated.
  datasetUUID: UUID of the dataset.
GCEPersistentDiskVolumeSource: Deprecated. A disk of Google Compute Engine, served through its CSI driver.
  pdName: Name of the disk.
  fsType: File system, such as ext4. Defaults to ext4.
  partition: Partition to mount, 0 to 255. 0 or unset mounts the whole disk.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
GitRepoVolumeSource: Deprecated and disabled. Clone into an emptyDir with an init container instead.
  repository: URL of the repository.
  revision: Commit to check out.
  directory: Directory of the clone. Must not contain "..".
GlusterfsPersistentVolumeSource: Deprecated and no longer supported. A Glusterfs volume.
  endpoints: Endpoints object with the addresses of the servers.
  path: Path of the volume.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  endpointsNamespace: Namespace of the Endpoints object. Defaults to that of the claim.
GlusterfsVolumeSource: Deprecated and no longer supported. A Glusterfs volume.
  endpoints: Endpoints object with the addresses of the servers.
  path: Path of the volume.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
PhotonPersistentDiskVolumeSource: Deprecated and no longer supported. A disk of Photon Controller.
  pdID: ID of the disk.
  fsType: File system, such as ext4. Defaults to ext4.
PortworxVolumeSource: Deprecated. A Portworx volume, served through its CSI driver.
  volumeID: ID of the volume.
  fsType: File system, such as ext4. Defaults to ext4.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
QuobyteVolumeSource: Deprecated and no longer supported. A Quobyte volume.
  registry: Addresses of the registries as host:port, separated by commas.
  volume: Name of the volume.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  user: User to map access to. Defaults to the user of the service account.
  group: Group to map access to.
  tenant: Tenant of a volume that was provisioned dynamically.
RBDPersistentVolumeSource: Deprecated and no longer supported. A Ceph block device.
  monitors: Addresses of the Ceph monitors. At least one.
  image: Name of the image.
  fsType: File system, such as ext4. Defaults to ext4.
  pool: Ceph pool. Defaults to rbd.
  user: Ceph user. Defaults to admin.
  keyring: File on the node with the user's key. Defaults to /etc/ceph/keyring.
  secretRef: Secret with the user's key. Overrides keyring.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
RBDVolumeSource: Deprecated and no longer supported. A Ceph block device.
  monitors: Addresses of the Ceph monitors. At least one.
  image: Name of the image.
  fsType: File system, such as ext4. Defaults to ext4.
  pool: Ceph pool. Defaults to rbd.
  user: Ceph user. Defaults to admin.
  keyring: File on the node with the user's key. Defaults to /etc/ceph/keyring.
  secretRef: Secret with the user's key. Overrides keyring.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
ScaleIOPersistentVolumeSource: Deprecated and no longer supported. A ScaleIO volume.
  gateway: Address of the gateway.
  system: Name of the storage system.
  secretRef: Secret with the user and password.
  sslEnabled: Whether the gateway is called with TLS. Defaults to false.
  protectionDomain: Name of the protection domain.
  storagePool: Storage pool of the protection domain.
  storageMode: ThickProvisioned or ThinProvisioned. Defaults to ThinProvisioned.
  volumeName: Name of the volume in the storage system.
  fsType: File system, such as xfs. Defaults to xfs.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
ScaleIOVolumeSource: Deprecated and no longer supported. A ScaleIO volume.
  gateway: Address of the gateway.
  system: Name of the storage system.
  secretRef: Secret with the user and password.
  sslEnabled: Whether the gateway is called with TLS. Defaults to false.
  protectionDomain: Name of the protection domain.
  storagePool: Storage pool of the protection domain.
  storageMode: ThickProvisioned or ThinProvisioned. Defaults to ThinProvisioned.
  volumeName: Name of the volume in the storage system.
  fsType: File system, such as xfs. Defaults to xfs.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
StorageOSPersistentVolumeSource: Deprecated and no longer supported. A StorageOS volume.
  volumeName: Name of the volume.
  volumeNamespace: StorageOS namespace of the volume. Defaults to the Pod's namespace.
  fsType: File system, such as ext4. Defaults to ext4.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  secretRef: Secret with the credentials of the StorageOS API.
StorageOSVolumeSource: Deprecated and no longer supported. A StorageOS volume.
  volumeName: Name of the volume.
  volumeNamespace: StorageOS namespace of the volume. Defaults to the Pod's namespace.
  fsType: File system, such as ext4. Defaults to ext4.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  secretRef: Secret with the credentials of the StorageOS API.
VsphereVirtualDiskVolumeSource: Deprecated. A disk of vSphere, served through its CSI driver.
  volumePath: Path of the disk.
  fsType: File system, such as ext4. Defaults to ext4.
  storagePolicyName: Name of the storage policy.
  storagePolicyID: ID of the storage policy.
PersistentVolumeSpec:
  gcePersistentDisk: Deprecated. A disk of Google Compute Engine, served through its CSI driver.
  awsElasticBlockStore: Deprecated. A disk of AWS, served through its CSI driver.
  glusterfs: Deprecated and no longer supported. A Glusterfs volume.
  rbd: Deprecated and no longer supported. A Ceph block device.
  cinder: Deprecated. A disk of OpenStack, served through its CSI driver.
  cephfs: Deprecated and no longer supported. A Ceph file system.
  flocker: Deprecated and no longer supported. A Flocker volume.
  flexVolume: Deprecated. A volume of a FlexVolume driver; use CSI.
  azureFile: Deprecated. An Azure file share, served through its CSI driver.
  vsphereVolume: Deprecated. A disk of vSphere, served through its CSI driver.
  quobyte: Deprecated and no longer supported. A Quobyte volume.
  azureDisk: Deprecated. An Azure disk, served through its CSI driver.
  photonPersistentDisk: Deprecated and no longer supported. A disk of Photon Controller.
  portworxVolume: Deprecated. A Portworx volume, served through its CSI driver.
  scaleIO: Deprecated and no longer supported. A ScaleIO volume.
  storageos: Deprecated and no longer supported. A StorageOS volume.
ISCSIPersistentVolumeSource: An iSCSI disk.
  targetPortal: Address of the target as IP[:port]. The port defaults to 3260.
  iqn: Qualified name of the target: iqn., eui. or naa.
  lun: Logical unit number, 0 to 255.
  iscsiInterface: Interface of the initiator. Defaults to default (TCP).
  fsType: File system, such as ext4. Defaults to ext4.
  readOnly: Whether the volume is mounted read-only. Defaults to false.
  portals: Further addresses of the target for multipath, as IP[:port].
  chapAuthDiscovery: Whether discovery uses CHAP authentication.
  chapAuthSession: Whether sessions use CHAP authentication.
  secretRef: Secret with the CHAP credentials. Required for CHAP.
  initiatorName: Name of the initiator. A new interface TARGET:VOLUME is created for it.
ComponentCondition: Health of a component.
  type: Type of the condition: Healthy.
  status: True, False or Unknown.
  message: Result of the check.
  error: Error of the check.
NodeConfigSource: Deprecated and removed in v1.22. A source of the kubelet's configuration.
  configMap: ConfigMap with the configuration.
ConfigMapNodeConfigSource: Deprecated and removed in v1.22. A ConfigMap with a kubelet's configuration.
  namespace: Namespace of the ConfigMap.
  name: Name of the ConfigMap.
  uid: UID of the ConfigMap. In status only.
  resourceVersion: Version of the ConfigMap. In status only.
  kubeletConfigKey: Key of the ConfigMap with the configuration.
NodeConfigStatus: Deprecated and removed in v1.22. Configuration of a kubelet.
  assigned: Configuration that the kubelet is to use.
  active: Configuration that the kubelet uses.
  lastKnownGood: Configuration that the kubelet falls back to.
  error: Problem with the assigned configuration.
ReplicationControllerCondition: A condition of a ReplicationController.
  type: Type of the condition: ReplicaFailure.
  status: True, False or Unknown.
`;
