import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const resourceV1: PackageText = {
  path: "resource/v1",
  group: "resource.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.resource.v1.",
  resources: `[
{"plural":"deviceclasses","singular":"deviceclass","kind":"DeviceClass","scope":"Cluster","returnsDeleted":true,"generations":true,"columns":[["Name","string","name"],["Age","string"]]},
{"plural":"resourceclaims","singular":"resourceclaim","kind":"ResourceClaim","subresources":[{"name":"status"}],"returnsDeleted":true,"columns":[["Name","string","name"],["State","string"],["Age","string"]]},
{"plural":"resourceclaimtemplates","singular":"resourceclaimtemplate","kind":"ResourceClaimTemplate","returnsDeleted":true,"columns":[["Name","string","name"],["Age","string"]]},
{"plural":"resourceslices","singular":"resourceslice","kind":"ResourceSlice","scope":"Cluster","returnsDeleted":true,"generations":true,"columns":[["Name","string","name"],["Node","string"],["Driver","string"],["Pool","string"],["Age","string"]]}
]`,
  types: `{
"AllocatedDeviceStatus":{"driver":"string;keep;required","pool":"string;keep;required","device":"string;keep;required","shareID":"*string","conditions":"[]meta/v1.Condition;keep;list=map:type","data":"*raw","networkData":"*NetworkDeviceData"},
"AllocationConfigSource":"string",
"AllocationResult":{"devices":"DeviceAllocationResult","nodeSelector":"*core/v1.NodeSelector","allocationTimestamp":"*time"},
"CELDeviceSelector":{"expression":"string;keep;required"},
"CapacityRequestPolicy":{"default":"*quantity;keep","validValues":"[]quantity;list=atomic","validRange":"*CapacityRequestPolicyRange"},
"CapacityRequestPolicyRange":{"min":"*quantity;required","max":"*quantity","step":"*quantity"},
"CapacityRequirements":{"requests":"map[QualifiedName]quantity"},
"Counter":{"value":"quantity;keep;required"},
"CounterSet":{"name":"string;keep;required","counters":"map[string]Counter;required"},
"Device":{"name":"string;keep;required","attributes":"map[QualifiedName]DeviceAttribute","capacity":"map[QualifiedName]DeviceCapacity","consumesCounters":"[]DeviceCounterConsumption;list=atomic","nodeName":"*string","nodeSelector":"*core/v1.NodeSelector","allNodes":"*bool","taints":"[]DeviceTaint;list=atomic","bindsToNode":"*bool","bindingConditions":"[]string;list=atomic","bindingFailureConditions":"[]string;list=atomic","allowMultipleAllocations":"*bool","nodeAllocatableResourceMappings":"map[core/v1.ResourceName]NodeAllocatableResourceMapping"},
"DeviceAllocationConfiguration":{"source":"AllocationConfigSource;keep;required;enum=FromClaim|FromClass","requests":"[]string;list=atomic","opaque":"*OpaqueDeviceConfiguration"},
"DeviceAllocationMode":"string",
"DeviceAllocationResult":{"results":"[]DeviceRequestAllocationResult;list=atomic","config":"[]DeviceAllocationConfiguration;list=atomic"},
"DeviceAttribute":{"int":"*int64","bool":"*bool","string":"*string","version":"*string","ints":"[]int64;list=atomic","bools":"[]bool;list=atomic","strings":"[]string;list=atomic","versions":"[]string;list=atomic"},
"DeviceCapacity":{"value":"quantity;keep;required","requestPolicy":"*CapacityRequestPolicy"},
"DeviceClaim":{"requests":"[]DeviceRequest;keep;list=atomic","constraints":"[]DeviceConstraint;list=atomic","config":"[]DeviceClaimConfiguration;list=atomic"},
"DeviceClaimConfiguration":{"requests":"[]string;list=atomic","opaque":"*OpaqueDeviceConfiguration"},
"DeviceClass":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"DeviceClassSpec;keep;required"},
"DeviceClassConfiguration":{"opaque":"*OpaqueDeviceConfiguration"},
"DeviceClassList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]DeviceClass;keep;required"},
"DeviceClassSpec":{"selectors":"[]DeviceSelector;list=atomic","config":"[]DeviceClassConfiguration;list=atomic","extendedResourceName":"*string"},
"DeviceConstraint":{"requests":"[]string;list=atomic","matchAttribute":"*FullyQualifiedName","distinctAttribute":"*FullyQualifiedName"},
"DeviceCounterConsumption":{"counterSet":"string;keep;required","counters":"map[string]Counter;required"},
"DeviceRequest":{"name":"string;keep;required","exactly":"*ExactDeviceRequest","firstAvailable":"[]DeviceSubRequest;list=atomic"},
"DeviceRequestAllocationResult":{"request":"string;keep;required","driver":"string;keep;required","pool":"string;keep;required","device":"string;keep;required","adminAccess":"*bool","tolerations":"[]DeviceToleration;list=atomic","bindingConditions":"[]string;list=atomic","bindingFailureConditions":"[]string;list=atomic","shareID":"*types.UID","consumedCapacity":"map[QualifiedName]quantity"},
"DeviceSelector":{"cel":"*CELDeviceSelector"},
"DeviceSubRequest":{"name":"string;keep;required","deviceClassName":"string;keep;required","selectors":"[]DeviceSelector;list=atomic","allocationMode":"DeviceAllocationMode;enum=All|ExactCount","count":"int64","tolerations":"[]DeviceToleration;list=atomic","capacity":"*CapacityRequirements"},
"DeviceTaint":{"key":"string;keep;required","value":"string","effect":"DeviceTaintEffect;keep;required;enum=NoExecute|NoSchedule|None","timeAdded":"*time"},
"DeviceTaintEffect":"string",
"DeviceToleration":{"key":"string","operator":"DeviceTolerationOperator;enum=Equal|Exists;default=Equal","value":"string","effect":"DeviceTaintEffect;enum=NoExecute|NoSchedule|None","tolerationSeconds":"*int64"},
"DeviceTolerationOperator":"string",
"ExactDeviceRequest":{"deviceClassName":"string;keep;required","selectors":"[]DeviceSelector;list=atomic","allocationMode":"DeviceAllocationMode;enum=All|ExactCount","count":"int64","adminAccess":"*bool","tolerations":"[]DeviceToleration;list=atomic","capacity":"*CapacityRequirements"},
"FullyQualifiedName":"string",
"NetworkDeviceData":{"interfaceName":"string","ips":"[]string;list=atomic","hardwareAddress":"string"},
"NodeAllocatableResourceMapping":{"capacityKey":"*QualifiedName","allocationMultiplier":"*quantity"},
"OpaqueDeviceConfiguration":{"driver":"string;keep;required","parameters":"raw;keep;required"},
"QualifiedName":"string",
"ResourceClaim":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ResourceClaimSpec;keep;required","status":"ResourceClaimStatus"},
"ResourceClaimConsumerReference":{"apiGroup":"string","resource":"string;keep;required","name":"string;keep;required","uid":"types.UID;keep;required"},
"ResourceClaimList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ResourceClaim;keep;required"},
"ResourceClaimSpec":{"devices":"DeviceClaim;keep"},
"ResourceClaimStatus":{"allocation":"*AllocationResult","reservedFor":"[]ResourceClaimConsumerReference;list=map:uid;patch=merge:uid","devices":"[]AllocatedDeviceStatus;list=map:driver,device,pool,shareID"},
"ResourceClaimTemplate":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ResourceClaimTemplateSpec;keep;required"},
"ResourceClaimTemplateList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ResourceClaimTemplate;keep;required"},
"ResourceClaimTemplateSpec":{"metadata":"meta/v1.ObjectMeta","spec":"ResourceClaimSpec;keep;required"},
"ResourcePool":{"name":"string;keep;required","generation":"int64;keep;required","resourceSliceCount":"int64;keep;required"},
"ResourceSlice":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ResourceSliceSpec;keep;required"},
"ResourceSliceList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ResourceSlice;keep;required"},
"ResourceSliceSpec":{"driver":"string;keep;required","pool":"ResourcePool;keep;required","nodeName":"*string","nodeSelector":"*core/v1.NodeSelector","allNodes":"*bool","devices":"[]Device;list=atomic","perDeviceNodeSelection":"*bool","sharedCounters":"[]CounterSet;list=atomic"}
}`,
  kinds:
    "DeviceClass DeviceClassList ResourceClaim ResourceClaimList ResourceClaimTemplate ResourceClaimTemplateList ResourceSlice ResourceSliceList",
  messages: `
AllocatedDeviceStatus driver=1:string! pool=2:string! device=3:string! shareID=7:*string conditions=4:[]meta.Condition! data=5:*RawExtension networkData=6:*NetworkDeviceData
AllocationResult devices=1:DeviceAllocationResult nodeSelector=3:*core.NodeSelector allocationTimestamp=5:*Time
CELDeviceSelector expression=1:string!
CapacityRequestPolicy default=1:*Quantity! validValues=3:[]Quantity validRange=4:*CapacityRequestPolicyRange
CapacityRequestPolicyRange min=1:*Quantity max=2:*Quantity step=3:*Quantity
CapacityRequirements requests=1:{}Quantity
Counter value=1:Quantity!
CounterSet name=1:string! counters=2:{}Counter
Device name=1:string! attributes=2:{}DeviceAttribute capacity=3:{}DeviceCapacity consumesCounters=4:[]DeviceCounterConsumption nodeName=5:*string nodeSelector=6:*core.NodeSelector allNodes=7:*bool taints=8:[]DeviceTaint bindsToNode=9:*bool bindingConditions=10:[]string bindingFailureConditions=11:[]string allowMultipleAllocations=12:*bool nodeAllocatableResourceMappings=13:{}NodeAllocatableResourceMapping
DeviceAllocationConfiguration source=1:string! requests=2:[]string =3:DeviceConfiguration
DeviceAllocationResult results=1:[]DeviceRequestAllocationResult config=2:[]DeviceAllocationConfiguration
DeviceAttribute int=2:*int64 bool=3:*bool string=4:*string version=5:*string ints=6:[]int64 bools=7:[]bool strings=8:[]string versions=9:[]string
DeviceCapacity value=1:Quantity! requestPolicy=2:*CapacityRequestPolicy
DeviceClaim requests=1:[]DeviceRequest! constraints=2:[]DeviceConstraint config=3:[]DeviceClaimConfiguration
DeviceClaimConfiguration requests=1:[]string =2:DeviceConfiguration
DeviceClass metadata=1:meta.ObjectMeta spec=2:DeviceClassSpec
DeviceClassConfiguration =1:DeviceConfiguration
DeviceClassList metadata=1:meta.ListMeta items=2:[]DeviceClass!
DeviceClassSpec selectors=1:[]DeviceSelector config=2:[]DeviceClassConfiguration extendedResourceName=4:*string
DeviceConfiguration opaque=1:*OpaqueDeviceConfiguration
DeviceConstraint requests=1:[]string matchAttribute=2:*string distinctAttribute=3:*string
DeviceCounterConsumption counterSet=1:string! counters=2:{}Counter
DeviceRequest name=1:string! exactly=2:*ExactDeviceRequest firstAvailable=3:[]DeviceSubRequest
DeviceRequestAllocationResult request=1:string! driver=2:string! pool=3:string! device=4:string! adminAccess=5:*bool tolerations=6:[]DeviceToleration bindingConditions=7:[]string bindingFailureConditions=8:[]string shareID=9:*string consumedCapacity=10:{}Quantity
DeviceSelector cel=1:*CELDeviceSelector
DeviceSubRequest name=1:string! deviceClassName=2:string! selectors=3:[]DeviceSelector allocationMode=4:string count=5:int64 tolerations=6:[]DeviceToleration capacity=7:*CapacityRequirements
DeviceTaint key=1:string! value=2:string effect=3:string! timeAdded=4:*Time
DeviceToleration key=1:string operator=2:string value=3:string effect=4:string tolerationSeconds=5:*int64
ExactDeviceRequest deviceClassName=1:string! selectors=2:[]DeviceSelector allocationMode=3:string count=4:int64 adminAccess=5:*bool tolerations=6:[]DeviceToleration capacity=7:*CapacityRequirements
NetworkDeviceData interfaceName=1:string ips=2:[]string hardwareAddress=3:string
NodeAllocatableResourceMapping capacityKey=1:*string allocationMultiplier=2:*Quantity
OpaqueDeviceConfiguration driver=1:string! parameters=2:RawExtension!
ResourceClaim metadata=1:meta.ObjectMeta spec=2:ResourceClaimSpec status=3:ResourceClaimStatus
ResourceClaimConsumerReference apiGroup=1:string resource=3:string! name=4:string! uid=5:string!
ResourceClaimList metadata=1:meta.ListMeta items=2:[]ResourceClaim!
ResourceClaimSpec devices=1:DeviceClaim
ResourceClaimStatus allocation=1:*AllocationResult reservedFor=2:[]ResourceClaimConsumerReference devices=4:[]AllocatedDeviceStatus
ResourceClaimTemplate metadata=1:meta.ObjectMeta spec=2:ResourceClaimTemplateSpec
ResourceClaimTemplateList metadata=1:meta.ListMeta items=2:[]ResourceClaimTemplate!
ResourceClaimTemplateSpec metadata=1:meta.ObjectMeta spec=2:ResourceClaimSpec
ResourcePool name=1:string! generation=2:int64! resourceSliceCount=3:int64!
ResourceSlice metadata=1:meta.ObjectMeta spec=2:ResourceSliceSpec
ResourceSliceList metadata=1:meta.ListMeta items=2:[]ResourceSlice!
ResourceSliceSpec driver=1:string! pool=2:ResourcePool nodeName=3:*string nodeSelector=4:*core.NodeSelector allNodes=5:*bool devices=6:[]Device perDeviceNodeSelection=7:*bool sharedCounters=8:[]CounterSet
`,
};
