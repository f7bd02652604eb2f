import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const storageV1: PackageText = {
  path: "storage/v1",
  group: "storage.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.storage.v1.",
  resources: `[
{"plural":"csidrivers","singular":"csidriver","kind":"CSIDriver","scope":"Cluster","unconditionalUpdate":false,"returnsDeleted":true,"columns":[["Name","string","name"],["AttachRequired","boolean"],["PodInfoOnMount","boolean"],["StorageCapacity","boolean"],["TokenRequests","string"],["RequiresRepublish","boolean"],["Modes","string"],["Age","string"]]},
{"plural":"csinodes","singular":"csinode","kind":"CSINode","scope":"Cluster","unconditionalUpdate":false,"returnsDeleted":true,"columns":[["Name","string","name"],["Drivers","integer"],["Age","string"]]},
{"plural":"csistoragecapacities","singular":"csistoragecapacity","kind":"CSIStorageCapacity","unconditionalUpdate":false,"columns":[["Name","string","name"],["Created At","date"]]},
{"plural":"storageclasses","singular":"storageclass","kind":"StorageClass","scope":"Cluster","shortNames":["sc"],"returnsDeleted":true,"columns":[["Name","string","name"],["Provisioner","string"],["ReclaimPolicy","string"],["VolumeBindingMode","string"],["AllowVolumeExpansion","string"],["Age","string"]]},
{"plural":"volumeattachments","singular":"volumeattachment","kind":"VolumeAttachment","scope":"Cluster","subresources":[{"name":"status"}],"unconditionalUpdate":false,"returnsDeleted":true,"columns":[["Name","string","name"],["Attacher","string","name"],["PV","string"],["Node","string"],["Attached","boolean"],["Age","string"]]},
{"plural":"volumeattributesclasses","singular":"volumeattributesclass","kind":"VolumeAttributesClass","scope":"Cluster","shortNames":["vac"],"returnsDeleted":true,"columns":[["Name","string","name"],["DriverName","string"],["Age","string"]]}
]`,
  types: `{
"CSIDriver":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"CSIDriverSpec;keep;required"},
"CSIDriverList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]CSIDriver;keep;required"},
"CSIDriverSpec":{"attachRequired":"*bool","podInfoOnMount":"*bool","volumeLifecycleModes":"[]VolumeLifecycleMode;list=set","storageCapacity":"*bool","fsGroupPolicy":"*FSGroupPolicy","tokenRequests":"[]TokenRequest;list=atomic","requiresRepublish":"*bool","seLinuxMount":"*bool","nodeAllocatableUpdatePeriodSeconds":"*int64","serviceAccountTokenInSecrets":"*bool","preventPodSchedulingIfMissing":"*bool"},
"CSINode":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"CSINodeSpec;keep;required"},
"CSINodeDriver":{"name":"string;keep;required","nodeID":"string;keep;required","topologyKeys":"[]string;keep;list=atomic","allocatable":"*VolumeNodeResources"},
"CSINodeList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]CSINode;keep;required"},
"CSINodeSpec":{"drivers":"[]CSINodeDriver;keep;required;list=map:name;patch=merge:name"},
"CSIStorageCapacity":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","nodeTopology":"*meta/v1.LabelSelector","storageClassName":"string;keep;required","capacity":"*quantity","maximumVolumeSize":"*quantity"},
"CSIStorageCapacityList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]CSIStorageCapacity;keep;required"},
"FSGroupPolicy":"string",
"StorageClass":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","provisioner":"string;keep;required","parameters":"map[string]string","reclaimPolicy":"*core/v1.PersistentVolumeReclaimPolicy;enum=Delete|Recycle|Retain","mountOptions":"[]string;list=atomic","allowVolumeExpansion":"*bool","volumeBindingMode":"*VolumeBindingMode;enum=Immediate|WaitForFirstConsumer","allowedTopologies":"[]core/v1.TopologySelectorTerm;list=atomic"},
"StorageClassList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]StorageClass;keep;required"},
"TokenRequest":{"audience":"string;keep;required","expirationSeconds":"*int64"},
"VolumeAttachment":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"VolumeAttachmentSpec;keep;required","status":"VolumeAttachmentStatus"},
"VolumeAttachmentList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]VolumeAttachment;keep;required"},
"VolumeAttachmentSource":{"persistentVolumeName":"*string","inlineVolumeSpec":"*core/v1.PersistentVolumeSpec"},
"VolumeAttachmentSpec":{"attacher":"string;keep;required","source":"VolumeAttachmentSource;keep;required","nodeName":"string;keep;required"},
"VolumeAttachmentStatus":{"attached":"bool;keep;required","attachmentMetadata":"map[string]string","attachError":"*VolumeError","detachError":"*VolumeError"},
"VolumeAttributesClass":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","driverName":"string;keep;required","parameters":"map[string]string"},
"VolumeAttributesClassList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]VolumeAttributesClass;keep;required"},
"VolumeBindingMode":"string",
"VolumeError":{"time":"time","message":"string","errorCode":"*int32"},
"VolumeLifecycleMode":"string",
"VolumeNodeResources":{"count":"*int32"}
}`,
  kinds:
    "CSIDriver CSIDriverList CSINode CSINodeList CSIStorageCapacity CSIStorageCapacityList StorageClass StorageClassList VolumeAttachment VolumeAttachmentList VolumeAttributesClass VolumeAttributesClassList",
  messages: `
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
`,
};
