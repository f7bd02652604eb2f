/** Descriptions of volumes of Pods, and references to objects. The README beside this file explains the format. */
export const coreV1Volumes = `
Volume: A volume of a Pod: a name and exactly one source. Without a source it is an emptyDir.
  name: Name by which containers refer to the volume. A DNS label, unique within the Pod.
  hostPath: A file or directory of the node. Gives the Pod access to the node; avoid it where possible.
  emptyDir: A directory that is empty at first and lives as long as the Pod.
  gcePersistentDisk: Deprecated. A disk of Google Compute Engine, served through its CSI driver.
  awsElasticBlockStore: Deprecated. A disk of AWS, served through its CSI driver.
  gitRepo: Deprecated and disabled. Clone into an emptyDir with an init container instead.
  secret: Keys of a Secret as files.
  nfs: An NFS export.
  iscsi: An iSCSI disk.
  glusterfs: Deprecated and no longer supported. A Glusterfs volume.
  persistentVolumeClaim: A PersistentVolumeClaim of the Pod's namespace.
  rbd: Deprecated and no longer supported. A Ceph block device.
  flexVolume: Deprecated. A volume of a FlexVolume driver; use CSI.
  cinder: Deprecated. A disk of OpenStack, served through its CSI driver.
  cephfs: Deprecated and no longer supported. A Ceph file system.
  flocker: Deprecated and no longer supported. A Flocker volume.
  downwardAPI: Fields of the Pod as files.
  fc: A Fibre Channel disk.
  azureFile: Deprecated. An Azure file share, served through its CSI driver.
  configMap: Keys of a ConfigMap as files.
  vsphereVolume: Deprecated. A disk of vSphere, served through its CSI driver.
  quobyte: Deprecated and no longer supported. A Quobyte volume.
  azureDisk: Deprecated. An Azure disk, served through its CSI driver.
  photonPersistentDisk: Deprecated and no longer supported. A disk of Photon Controller.
  projected: Several sources (Secrets, ConfigMaps, the downward API, tokens, certificates) in one directory.
  portworxVolume: Deprecated. A Portworx volume, served through its CSI driver.
  scaleIO: Deprecated and no longer supported. A ScaleIO volume.
  storageos: Deprecated and no longer supported. A StorageOS volume.
  csi: A volume of a CSI driver that lives as long as the Pod.
  ephemeral: A PersistentVolumeClaim that is created for the Pod and deleted with it.
  image: The contents of a container image, read-only.
ConfigMapVolumeSource: Keys of a ConfigMap as files. The files follow changes of the ConfigMap unless it is immutable.
  name: Name of the ConfigMap in the Pod's namespace.
  items: Keys to project, with their paths. All keys under their own names if unset. A key that is missing keeps the Pod from starting unless optional.
  defaultMode: Permission bits of the files, 0 to 0777 octal. Defaults to 0644. JSON takes a decimal number.
  optional: Whether the ConfigMap or the listed keys may be missing. Defaults to false.
SecretVolumeSource: Keys of a Secret as files. The files follow changes of the Secret unless it is immutable.
  secretName: Name of the Secret in the Pod's namespace.
  items: Keys to project, with their paths. All keys under their own names if unset. A key that is missing keeps the Pod from starting unless optional.
  defaultMode: Permission bits of the files, 0 to 0777 octal. Defaults to 0644. JSON takes a decimal number.
  optional: Whether the Secret or the listed keys may be missing. Defaults to false.
KeyToPath: A key and the file it is written to.
  key: Key in data.
  path: Path of the file in the volume, relative and without "..".
  mode: Permission bits of the file. Defaults to defaultMode of the volume.
ProjectedVolumeSource: Several sources in one directory. Paths must not collide.
  sources: Sources whose files the volume contains.
  defaultMode: Permission bits of the files, 0 to 0777 octal. Defaults to 0644.
VolumeProjection: One source of a projected volume. Set exactly one field.
  secret: Keys of a Secret.
  downwardAPI: Fields of the Pod.
  configMap: Keys of a ConfigMap.
  serviceAccountToken: A token of the Pod's ServiceAccount that is renewed before it expires.
  clusterTrustBundle: Certificates of ClusterTrustBundles.
  podCertificate: A private key and certificate issued for the Pod.
SecretProjection: Keys of a Secret in a projected volume.
  name: Name of the Secret in the Pod's namespace.
  items: Keys to project, with their paths. All keys if unset.
  optional: Whether the Secret or the listed keys may be missing. Defaults to false.
ConfigMapProjection: Keys of a ConfigMap in a projected volume.
  name: Name of the ConfigMap in the Pod's namespace.
  items: Keys to project, with their paths. All keys if unset.
  optional: Whether the ConfigMap or the listed keys may be missing. Defaults to false.
DownwardAPIProjection: Fields of the Pod in a projected volume.
  items: Files, each with a field of the Pod.
DownwardAPIVolumeSource: Fields of the Pod as files.
  items: Files, each with a field of the Pod.
  defaultMode: Permission bits of the files, 0 to 0777 octal. Defaults to 0644.
DownwardAPIVolumeFile: A field of the Pod as a file. Set one of fieldRef and resourceFieldRef.
  path: Path of the file in the volume, relative and without "..".
  fieldRef: Field of the Pod: metadata.annotations, metadata.labels, metadata.name, metadata.namespace or metadata.uid.
  resourceFieldRef: Resource of a container.
  mode: Permission bits of the file. Defaults to defaultMode of the volume.
ServiceAccountTokenProjection: A token of the Pod's ServiceAccount in a projected volume.
  audience: Intended audience of the token. Defaults to the API server.
  expirationSeconds: Requested lifetime. The kubelet renews the token at 80 % of it or after 24 hours. Defaults to 3600, at least 600.
  path: Path of the file in the volume.
ClusterTrustBundleProjection: Certificates of ClusterTrustBundles in a projected volume, normalized and without duplicates.
  name: One ClusterTrustBundle. Cannot be combined with signerName and labelSelector.
  signerName: Signer whose ClusterTrustBundles are used.
  labelSelector: Selects ClusterTrustBundles of the signer. Unset selects none, empty selects all.
  optional: Whether the bundle may be missing. Defaults to false.
  path: Path of the file in the volume.
PodCertificateProjection: A private key and certificate of the Pod in a projected volume.
  signerName: Signer that issues the certificate.
  keyType: Type of the key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519.
  maxExpirationSeconds: Longest lifetime of the certificate. Defaults to 86400, at least 3600, at most 7862400.
  credentialBundlePath: File with the key and the certificate chain in one.
  keyPath: File with the key. Prefer credentialBundlePath, which changes atomically.
  certificateChainPath: File with the certificate chain. Prefer credentialBundlePath, which changes atomically.
  userAnnotations: Annotations passed to the signer in the PodCertificateRequest.
EmptyDirVolumeSource: A directory that is empty at first and lives as long as the Pod.
  medium: "" for the disk of the node, Memory for a tmpfs, or HugePages. Defaults to "".
  sizeLimit: Maximum size. Counts against the memory limit with medium Memory.
HostPathVolumeSource: A file or directory of the node.
  path: Path on the node. A symbolic link is followed.
  type: Check before mounting: Directory, File, Socket, CharDevice, BlockDevice must exist; DirectoryOrCreate and FileOrCreate are created. Defaults to "" (no check).
PersistentVolumeClaimVolumeSource: A PersistentVolumeClaim used by a Pod.
  claimName: Name of the PersistentVolumeClaim in the Pod's namespace.
  readOnly: Whether every mount is read-only. Defaults to false.
EphemeralVolumeSource: A PersistentVolumeClaim that is created for the Pod and deleted with it.
  volumeClaimTemplate: The claim to create. Its name is the Pod's name, "-", and the volume's name. Required and unchangeable.
PersistentVolumeClaimTemplate: A PersistentVolumeClaim to create.
  metadata: Labels and annotations of the claim. Other metadata is rejected.
  spec: Spec of the claim.
ImageVolumeSource: The contents of a container image as a read-only volume.
  reference: Reference of the image, such as registry.example.com/data:v1.
  pullPolicy: Always, IfNotPresent or Never. Defaults to Always if the tag is latest or missing, to IfNotPresent otherwise.
CSIVolumeSource: A volume of a CSI driver that lives as long as the Pod.
  driver: Name of the CSI driver.
  readOnly: Whether the volume is read-only. Defaults to false.
  fsType: File system to mount. The driver's default if unset.
  volumeAttributes: Settings passed to the driver.
  nodePublishSecretRef: Secret passed to the driver when it publishes the volume.
NFSVolumeSource: An NFS export.
  server: Host name or IP address of the NFS server.
  path: Path that the server exports.
  readOnly: Whether the export is mounted read-only. Defaults to false.
ISCSIVolumeSource: An iSCSI disk of a Pod.
  targetPortal: Address of the target, with the port if it is not 3260.
  iqn: Qualified name of the target.
  lun: Number of the logical unit, 0 to 255.
  iscsiInterface: Interface to use. Defaults to "default" (tcp).
  fsType: File system to mount.
  readOnly: Whether the disk is mounted read-only. Defaults to false.
  portals: Additional addresses of the target.
  chapAuthDiscovery: Whether discovery uses CHAP.
  chapAuthSession: Whether sessions use CHAP.
  secretRef: Secret with the CHAP credentials.
  initiatorName: Name of the initiator for this volume.
FCVolumeSource: A Fibre Channel disk. Set wwids, or targetWWNs with lun.
  targetWWNs: World-wide names of the targets.
  lun: Number of the logical unit.
  fsType: File system to mount.
  readOnly: Whether the disk is mounted read-only. Defaults to false.
  wwids: World-wide identifiers of the volume.
LocalObjectReference: A reference to an object in the same namespace.
  name: Name of the object.
SecretReference: A reference to a Secret.
  name: Name of the Secret.
  namespace: Namespace of the Secret.
ObjectReference: A reference to an object, used by events and Service accounts. New APIs use more specific references.
  kind: Kind of the object.
  namespace: Namespace of the object.
  name: Name of the object.
  uid: UID of the object.
  apiVersion: API version of the object.
  resourceVersion: resourceVersion of the object at which it was seen.
  fieldPath: Part of the object, such as spec.containers{name}.
TypedLocalObjectReference: A reference to an object of any kind in the same namespace.
  apiGroup: API group of the object. Empty for the core group.
  kind: Kind of the object.
  name: Name of the object.
TypedObjectReference: A reference to an object of any kind.
  apiGroup: API group of the object. Empty for the core group.
  kind: Kind of the object.
  name: Name of the object.
  namespace: Namespace of the object. Another namespace needs a ReferenceGrant there.
`;
