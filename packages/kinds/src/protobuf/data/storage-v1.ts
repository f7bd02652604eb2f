/** See the README beside this file. */
export const storageV1 = `
CSIDriver metadata=1:meta.ObjectMeta spec=2:CSIDriverSpec
CSIDriverList metadata=1:meta.ListMeta items=2:[]CSIDriver!
CSIDriverSpec attachRequired=1:*bool podInfoOnMount=2:*bool volumeLifecycleModes=3:[]string storageCapacity=4:*bool fsGroupPolicy=5:*string tokenRequests=6:[]TokenRequest requiresRepublish=7:*bool seLinuxMount=8:*bool nodeAllocatableUpdatePeriodSeconds=9:*int64 serviceAccountTokenInSecrets=10:*bool preventPodSchedulingIfMissing=11:*bool
CSINode metadata=1:meta.ObjectMeta spec=2:CSINodeSpec
CSINodeDriver name=1:string! nodeID=2:string! topologyKeys=3:[]string! allocatable=4:*VolumeNodeResources
CSINodeList metadata=1:meta.ListMeta items=2:[]CSINode!
CSINodeSpec drivers=1:[]CSINodeDriver!
CSIStorageCapacity metadata=1:meta.ObjectMeta nodeTopology=2:*meta.LabelSelector storageClassName=3:string! capacity=4:*Quantity maximumVolumeSize=5:*Quantity
CSIStorageCapacityList metadata=1:meta.ListMeta items=2:[]CSIStorageCapacity!
StorageClass metadata=1:meta.ObjectMeta provisioner=2:string! parameters=3:{}string reclaimPolicy=4:*string mountOptions=5:[]string allowVolumeExpansion=6:*bool volumeBindingMode=7:*string allowedTopologies=8:[]core.TopologySelectorTerm
StorageClassList metadata=1:meta.ListMeta items=2:[]StorageClass!
TokenRequest audience=1:string! expirationSeconds=2:*int64
VolumeAttachment metadata=1:meta.ObjectMeta spec=2:VolumeAttachmentSpec status=3:VolumeAttachmentStatus
VolumeAttachmentList metadata=1:meta.ListMeta items=2:[]VolumeAttachment!
VolumeAttachmentSource persistentVolumeName=1:*string inlineVolumeSpec=2:*core.PersistentVolumeSpec
VolumeAttachmentSpec attacher=1:string! source=2:VolumeAttachmentSource nodeName=3:string!
VolumeAttachmentStatus attached=1:bool! attachmentMetadata=2:{}string attachError=3:*VolumeError detachError=4:*VolumeError
VolumeAttributesClass metadata=1:meta.ObjectMeta driverName=2:string! parameters=3:{}string
VolumeAttributesClassList metadata=1:meta.ListMeta items=2:[]VolumeAttributesClass!
VolumeError time=1:Time! message=2:string errorCode=3:*int32
VolumeNodeResources count=1:*int32
`;
