import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const coreV1: PackageText = {
  path: "core/v1",
  group: "",
  version: "v1",
  prefix: "io.k8s.api.core.v1.",
  resources: `[
{"plural":"bindings","singular":"binding","kind":"Binding","verbs":["create"]},
{"plural":"componentstatuses","singular":"componentstatus","kind":"ComponentStatus","scope":"Cluster","shortNames":["cs"],"verbs":["get","list"],"columns":[["Name","string","name"],["Status","string"],["Message","string"],["Error","string"]]},
{"plural":"configmaps","singular":"configmap","kind":"ConfigMap","shortNames":["cm"],"columns":[["Name","string","name"],["Data","string"],["Age","string"]]},
{"plural":"endpoints","singular":"endpoints","kind":"Endpoints","shortNames":["ep"],"createOnUpdate":true,"columns":[["Name","string","name"],["Endpoints","string"],["Age","string"]]},
{"plural":"events","singular":"event","kind":"Event","shortNames":["ev"],"createOnUpdate":true,"columns":[["Last Seen","string"],["Type","string"],["Reason","string"],["Object","string"],["Subobject","string","",1],["Source","string","",1],["Message","string"],["First Seen","string","",1],["Count","string","",1],["Name","string","name",1]]},
{"plural":"limitranges","singular":"limitrange","kind":"LimitRange","shortNames":["limits"],"createOnUpdate":true,"columns":[["Name","string","name"],["Created At","date"]]},
{"plural":"namespaces","singular":"namespace","kind":"Namespace","scope":"Cluster","shortNames":["ns"],"verbs":["create","delete","get","list","patch","update","watch"],"subresources":[{"name":"finalize","verbs":["update"]},{"name":"status"}],"returnsDeleted":true,"columns":[["Name","string","name"],["Status","string"],["Age","string"]]},
{"plural":"nodes","singular":"node","kind":"Node","scope":"Cluster","shortNames":["no"],"subresources":[{"name":"proxy","kind":"NodeProxyOptions","verbs":["create","delete","get","patch","update"]},{"name":"status"}],"columns":[["Name","string","name"],["Status","string"],["Roles","string"],["Age","string"],["Version","string"],["Internal-IP","string","",1],["External-IP","string","",1],["OS-Image","string","",1],["Kernel-Version","string","",1],["Container-Runtime","string","",1]]},
{"plural":"persistentvolumeclaims","singular":"persistentvolumeclaim","kind":"PersistentVolumeClaim","shortNames":["pvc"],"subresources":[{"name":"status"}],"returnsDeleted":true,"columns":[["Name","string","name"],["Status","string"],["Volume","string"],["Capacity","string"],["Access Modes","string"],["StorageClass","string"],["VolumeAttributesClass","string"],["Age","string"],["VolumeMode","string","",1]]},
{"plural":"persistentvolumes","singular":"persistentvolume","kind":"PersistentVolume","scope":"Cluster","shortNames":["pv"],"subresources":[{"name":"status"}],"returnsDeleted":true,"columns":[["Name","string","name"],["Capacity","string"],["Access Modes","string"],["Reclaim Policy","string"],["Status","string"],["Claim","string"],["StorageClass","string"],["VolumeAttributesClass","string"],["Reason","string"],["Age","string"],["VolumeMode","string","",1]]},
{"plural":"pods","singular":"pod","kind":"Pod","shortNames":["po"],"categories":["all"],"subresources":[{"name":"attach","kind":"PodAttachOptions","verbs":["create","get"]},{"name":"binding","kind":"Binding","verbs":["create"]},{"name":"ephemeralcontainers"},{"name":"eviction","kind":"Eviction","group":"policy","version":"v1","verbs":["create"]},{"name":"exec","kind":"PodExecOptions","verbs":["create","get"]},{"name":"log","verbs":["get"]},{"name":"portforward","kind":"PodPortForwardOptions","verbs":["create","get"]},{"name":"proxy","kind":"PodProxyOptions","verbs":["create","delete","get","patch","update"]},{"name":"resize"},{"name":"status"}],"returnsDeleted":true,"generations":true,"columns":[["Name","string","name"],["Ready","string"],["Status","string"],["Restarts","string"],["Age","string"],["IP","string","",1],["Node","string","",1],["Nominated Node","string","",1],["Readiness Gates","string","",1]]},
{"plural":"podtemplates","singular":"podtemplate","kind":"PodTemplate","returnsDeleted":true,"generations":true,"columns":[["Name","string","name"],["Containers","string"],["Images","string"],["Pod Labels","string"]]},
{"plural":"replicationcontrollers","singular":"replicationcontroller","kind":"ReplicationController","shortNames":["rc"],"categories":["all"],"subresources":[{"name":"scale","kind":"Scale","group":"autoscaling","version":"v1"},{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Desired","integer"],["Current","integer"],["Ready","integer"],["Age","string"],["Containers","string","",1],["Images","string","",1],["Selector","string","",1]]},
{"plural":"resourcequotas","singular":"resourcequota","kind":"ResourceQuota","shortNames":["quota"],"subresources":[{"name":"status"}],"returnsDeleted":true,"columns":[["Name","string","name"],["Request","string"],["Limit","string"],["Age","string"]]},
{"plural":"secrets","singular":"secret","kind":"Secret","columns":[["Name","string","name"],["Type","string"],["Data","string"],["Age","string"]]},
{"plural":"serviceaccounts","singular":"serviceaccount","kind":"ServiceAccount","shortNames":["sa"],"subresources":[{"name":"token","kind":"TokenRequest","group":"authentication.k8s.io","version":"v1","verbs":["create"]}],"returnsDeleted":true,"columns":[["Name","string","name"],["Age","string"]]},
{"plural":"services","singular":"service","kind":"Service","shortNames":["svc"],"categories":["all"],"subresources":[{"name":"proxy","kind":"ServiceProxyOptions","verbs":["create","delete","get","patch","update"]},{"name":"status"}],"createOnUpdate":true,"returnsDeleted":true,"columns":[["Name","string","name"],["Type","string"],["Cluster-IP","string"],["External-IP","string"],["Port(s)","string"],["Age","string"],["Selector","string","",1]]}
]`,
  types: `{
"AWSElasticBlockStoreVolumeSource":{"volumeID":"string;keep;required","fsType":"string","partition":"int32","readOnly":"bool"},
"Affinity":{"nodeAffinity":"*NodeAffinity","podAffinity":"*PodAffinity","podAntiAffinity":"*PodAntiAffinity"},
"AppArmorProfile":{"type":"AppArmorProfileType;keep;required;enum=Localhost|RuntimeDefault|Unconfined","localhostProfile":"*string"},
"AppArmorProfileType":"string",
"AttachedVolume":{"name":"UniqueVolumeName;keep;required","devicePath":"string;keep;required"},
"AzureDataDiskCachingMode":"string",
"AzureDataDiskKind":"string",
"AzureDiskVolumeSource":{"diskName":"string;keep;required","diskURI":"string;keep;required","cachingMode":"*AzureDataDiskCachingMode;enum=None|ReadOnly|ReadWrite;default=ReadWrite","fsType":"*string;default=ext4","readOnly":"*bool;default=false","kind":"*AzureDataDiskKind;enum=Dedicated|Managed|Shared;default=Shared"},
"AzureFilePersistentVolumeSource":{"secretName":"string;keep;required","shareName":"string;keep;required","readOnly":"bool","secretNamespace":"*string;keep"},
"AzureFileVolumeSource":{"secretName":"string;keep;required","shareName":"string;keep;required","readOnly":"bool"},
"Binding":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","target":"ObjectReference;keep;required"},
"CSIPersistentVolumeSource":{"driver":"string;keep;required","volumeHandle":"string;keep;required","readOnly":"bool","fsType":"string","volumeAttributes":"map[string]string","controllerPublishSecretRef":"*SecretReference","nodeStageSecretRef":"*SecretReference","nodePublishSecretRef":"*SecretReference","controllerExpandSecretRef":"*SecretReference","nodeExpandSecretRef":"*SecretReference"},
"CSIVolumeSource":{"driver":"string;keep;required","readOnly":"*bool","fsType":"*string","volumeAttributes":"map[string]string","nodePublishSecretRef":"*LocalObjectReference"},
"Capabilities":{"add":"[]Capability;list=atomic","drop":"[]Capability;list=atomic"},
"Capability":"string",
"CephFSPersistentVolumeSource":{"monitors":"[]string;keep;required;list=atomic","path":"string","user":"string","secretFile":"string","secretRef":"*SecretReference","readOnly":"bool"},
"CephFSVolumeSource":{"monitors":"[]string;keep;required;list=atomic","path":"string","user":"string","secretFile":"string","secretRef":"*LocalObjectReference","readOnly":"bool"},
"CinderPersistentVolumeSource":{"volumeID":"string;keep;required","fsType":"string","readOnly":"bool","secretRef":"*SecretReference"},
"CinderVolumeSource":{"volumeID":"string;keep;required","fsType":"string","readOnly":"bool","secretRef":"*LocalObjectReference"},
"ClaimResourceStatus":"string",
"ClientIPConfig":{"timeoutSeconds":"*int32"},
"ClusterTrustBundleProjection":{"name":"*string","signerName":"*string","labelSelector":"*meta/v1.LabelSelector","optional":"*bool","path":"string;keep;required"},
"ComponentCondition":{"type":"ComponentConditionType;keep;required","status":"ConditionStatus;keep;required","message":"string","error":"string"},
"ComponentConditionType":"string",
"ComponentStatus":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","conditions":"[]ComponentCondition;list=map:type;patch=merge:type"},
"ComponentStatusList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ComponentStatus;keep;required"},
"ConditionStatus":"string",
"ConfigMap":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","immutable":"*bool","data":"map[string]string","binaryData":"map[string]bytes"},
"ConfigMapEnvSource":{"name":"string;default=","optional":"*bool"},
"ConfigMapKeySelector":{"name":"string;default=","key":"string;keep;required","optional":"*bool"},
"ConfigMapList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ConfigMap;keep;required"},
"ConfigMapNodeConfigSource":{"namespace":"string;keep;required","name":"string;keep;required","uid":"types.UID","resourceVersion":"string","kubeletConfigKey":"string;keep;required"},
"ConfigMapProjection":{"name":"string;default=","items":"[]KeyToPath;list=atomic","optional":"*bool"},
"ConfigMapVolumeSource":{"name":"string;default=","items":"[]KeyToPath;list=atomic","defaultMode":"*int32","optional":"*bool"},
"Container":{"name":"string;keep;required","image":"string","command":"[]string;list=atomic","args":"[]string;list=atomic","workingDir":"string","ports":"[]ContainerPort;list=map:containerPort,protocol;patch=merge:containerPort","envFrom":"[]EnvFromSource;list=atomic","env":"[]EnvVar;list=map:name;patch=merge:name","resources":"ResourceRequirements","resizePolicy":"[]ContainerResizePolicy;list=atomic","restartPolicy":"*ContainerRestartPolicy","restartPolicyRules":"[]ContainerRestartRule;list=atomic","volumeMounts":"[]VolumeMount;list=map:mountPath;patch=merge:mountPath","volumeDevices":"[]VolumeDevice;list=map:devicePath;patch=merge:devicePath","livenessProbe":"*Probe","readinessProbe":"*Probe","startupProbe":"*Probe","lifecycle":"*Lifecycle","terminationMessagePath":"string","terminationMessagePolicy":"TerminationMessagePolicy;enum=FallbackToLogsOnError|File","imagePullPolicy":"PullPolicy;enum=Always|IfNotPresent|Never","securityContext":"*SecurityContext","stdin":"bool","stdinOnce":"bool","tty":"bool"},
"ContainerExtendedResourceRequest":{"containerName":"string;keep;required","resourceName":"string;keep;required","requestName":"string;keep;required"},
"ContainerImage":{"names":"[]string;keep;list=atomic","sizeBytes":"int64"},
"ContainerPort":{"name":"string","hostPort":"int32","containerPort":"int32;keep;required","protocol":"Protocol;enum=SCTP|TCP|UDP;default=TCP","hostIP":"string"},
"ContainerResizePolicy":{"resourceName":"ResourceName;keep;required","restartPolicy":"ResourceResizeRestartPolicy;keep;required"},
"ContainerRestartPolicy":"string",
"ContainerRestartRule":{"action":"ContainerRestartRuleAction;required","exitCodes":"*ContainerRestartRuleOnExitCodes"},
"ContainerRestartRuleAction":"string",
"ContainerRestartRuleOnExitCodes":{"operator":"ContainerRestartRuleOnExitCodesOperator;required","values":"[]int32;list=set"},
"ContainerRestartRuleOnExitCodesOperator":"string",
"ContainerState":{"waiting":"*ContainerStateWaiting","running":"*ContainerStateRunning","terminated":"*ContainerStateTerminated"},
"ContainerStateRunning":{"startedAt":"time"},
"ContainerStateTerminated":{"exitCode":"int32;keep;required","signal":"int32","reason":"string","message":"string","startedAt":"time","finishedAt":"time","containerID":"string"},
"ContainerStateWaiting":{"reason":"string","message":"string"},
"ContainerStatus":{"name":"string;keep;required","state":"ContainerState","lastState":"ContainerState","ready":"bool;keep;required","restartCount":"int32;keep;required","image":"string;keep;required","imageID":"string;keep;required","containerID":"string","started":"*bool","allocatedResources":"ResourceList","resources":"*ResourceRequirements","volumeMounts":"[]VolumeMountStatus;list=map:mountPath;patch=merge:mountPath","user":"*ContainerUser","allocatedResourcesStatus":"[]ResourceStatus;list=map:name;patch=merge:name","stopSignal":"*Signal;enum=SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ"},
"ContainerUser":{"linux":"*LinuxContainerUser"},
"DNSPolicy":"string",
"DaemonEndpoint":{"Port":"int32;keep;required"},
"DownwardAPIProjection":{"items":"[]DownwardAPIVolumeFile;list=atomic"},
"DownwardAPIVolumeFile":{"path":"string;keep;required","fieldRef":"*ObjectFieldSelector","resourceFieldRef":"*ResourceFieldSelector","mode":"*int32"},
"DownwardAPIVolumeSource":{"items":"[]DownwardAPIVolumeFile;list=atomic","defaultMode":"*int32"},
"EmptyDirVolumeSource":{"medium":"StorageMedium","sizeLimit":"*quantity"},
"EndpointAddress":{"ip":"string;keep;required","hostname":"string","nodeName":"*string","targetRef":"*ObjectReference"},
"EndpointPort":{"name":"string","port":"int32;keep;required","protocol":"Protocol;enum=SCTP|TCP|UDP","appProtocol":"*string"},
"EndpointSubset":{"addresses":"[]EndpointAddress;list=atomic","notReadyAddresses":"[]EndpointAddress;list=atomic","ports":"[]EndpointPort;list=atomic"},
"Endpoints":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","subsets":"[]EndpointSubset;list=atomic"},
"EndpointsList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Endpoints;keep;required"},
"EnvFromSource":{"prefix":"string","configMapRef":"*ConfigMapEnvSource","secretRef":"*SecretEnvSource"},
"EnvVar":{"name":"string;keep;required","value":"string","valueFrom":"*EnvVarSource"},
"EnvVarSource":{"fieldRef":"*ObjectFieldSelector","resourceFieldRef":"*ResourceFieldSelector","configMapKeyRef":"*ConfigMapKeySelector","secretKeyRef":"*SecretKeySelector","fileKeyRef":"*FileKeySelector"},
"EphemeralContainer":{"name":"string;keep;required","image":"string","command":"[]string;list=atomic","args":"[]string;list=atomic","workingDir":"string","ports":"[]ContainerPort;list=map:containerPort,protocol;patch=merge:containerPort","envFrom":"[]EnvFromSource;list=atomic","env":"[]EnvVar;list=map:name;patch=merge:name","resources":"ResourceRequirements","resizePolicy":"[]ContainerResizePolicy;list=atomic","restartPolicy":"*ContainerRestartPolicy","restartPolicyRules":"[]ContainerRestartRule;list=atomic","volumeMounts":"[]VolumeMount;list=map:mountPath;patch=merge:mountPath","volumeDevices":"[]VolumeDevice;list=map:devicePath;patch=merge:devicePath","livenessProbe":"*Probe","readinessProbe":"*Probe","startupProbe":"*Probe","lifecycle":"*Lifecycle","terminationMessagePath":"string","terminationMessagePolicy":"TerminationMessagePolicy;enum=FallbackToLogsOnError|File","imagePullPolicy":"PullPolicy;enum=Always|IfNotPresent|Never","securityContext":"*SecurityContext","stdin":"bool","stdinOnce":"bool","tty":"bool","targetContainerName":"string"},
"EphemeralVolumeSource":{"volumeClaimTemplate":"*PersistentVolumeClaimTemplate"},
"Event":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta;keep;required","involvedObject":"ObjectReference;keep;required","reason":"string","message":"string","source":"EventSource","firstTimestamp":"time","lastTimestamp":"time","count":"int32","type":"string","eventTime":"microTime","series":"*EventSeries","action":"string","related":"*ObjectReference","reportingComponent":"string;keep","reportingInstance":"string;keep"},
"EventList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Event;keep;required"},
"EventSeries":{"count":"int32","lastObservedTime":"microTime"},
"EventSource":{"component":"string","host":"string"},
"ExecAction":{"command":"[]string;list=atomic"},
"FCVolumeSource":{"targetWWNs":"[]string;list=atomic","lun":"*int32","fsType":"string","readOnly":"bool","wwids":"[]string;list=atomic"},
"FileKeySelector":{"volumeName":"string;keep;required","path":"string;keep;required","key":"string;keep;required","optional":"*bool;default=false"},
"FinalizerName":"string",
"FlexPersistentVolumeSource":{"driver":"string;keep;required","fsType":"string","secretRef":"*SecretReference","readOnly":"bool","options":"map[string]string"},
"FlexVolumeSource":{"driver":"string;keep;required","fsType":"string","secretRef":"*LocalObjectReference","readOnly":"bool","options":"map[string]string"},
"FlockerVolumeSource":{"datasetName":"string","datasetUUID":"string"},
"GCEPersistentDiskVolumeSource":{"pdName":"string;keep;required","fsType":"string","partition":"int32","readOnly":"bool"},
"GRPCAction":{"port":"int32;keep;required","service":"*string;keep;default="},
"GitRepoVolumeSource":{"repository":"string;keep;required","revision":"string","directory":"string"},
"GlusterfsPersistentVolumeSource":{"endpoints":"string;keep;required","path":"string;keep;required","readOnly":"bool","endpointsNamespace":"*string"},
"GlusterfsVolumeSource":{"endpoints":"string;keep;required","path":"string;keep;required","readOnly":"bool"},
"HTTPGetAction":{"path":"string","port":"intOrString;keep;required","host":"string","scheme":"URIScheme;enum=HTTP|HTTPS","httpHeaders":"[]HTTPHeader;list=atomic"},
"HTTPHeader":{"name":"string;keep;required","value":"string;keep;required"},
"HostAlias":{"ip":"string;keep;required","hostnames":"[]string;list=atomic"},
"HostIP":{"ip":"string;keep;required"},
"HostPathType":"string",
"HostPathVolumeSource":{"path":"string;keep;required","type":"*HostPathType;enum=|BlockDevice|CharDevice|Directory|DirectoryOrCreate|File|FileOrCreate|Socket"},
"IPFamily":"string",
"IPFamilyPolicy":"string",
"ISCSIPersistentVolumeSource":{"targetPortal":"string;keep;required","iqn":"string;keep;required","lun":"int32;keep;required","iscsiInterface":"string;default=default","fsType":"string","readOnly":"bool","portals":"[]string;list=atomic","chapAuthDiscovery":"bool","chapAuthSession":"bool","secretRef":"*SecretReference","initiatorName":"*string"},
"ISCSIVolumeSource":{"targetPortal":"string;keep;required","iqn":"string;keep;required","lun":"int32;keep;required","iscsiInterface":"string;default=default","fsType":"string","readOnly":"bool","portals":"[]string;list=atomic","chapAuthDiscovery":"bool","chapAuthSession":"bool","secretRef":"*LocalObjectReference","initiatorName":"*string"},
"ImageVolumeSource":{"reference":"string","pullPolicy":"PullPolicy;enum=Always|IfNotPresent|Never"},
"ImageVolumeStatus":{"imageRef":"string;required"},
"KeyToPath":{"key":"string;keep;required","path":"string;keep;required","mode":"*int32"},
"Lifecycle":{"postStart":"*LifecycleHandler","preStop":"*LifecycleHandler","stopSignal":"*Signal;enum=SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ"},
"LifecycleHandler":{"exec":"*ExecAction","httpGet":"*HTTPGetAction","tcpSocket":"*TCPSocketAction","sleep":"*SleepAction"},
"LimitRange":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"LimitRangeSpec"},
"LimitRangeItem":{"type":"LimitType;keep;required","max":"ResourceList","min":"ResourceList","default":"ResourceList","defaultRequest":"ResourceList","maxLimitRequestRatio":"ResourceList"},
"LimitRangeList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]LimitRange;keep;required"},
"LimitRangeSpec":{"limits":"[]LimitRangeItem;keep;required;list=atomic"},
"LimitType":"string",
"LinuxContainerUser":{"uid":"int64;keep;required","gid":"int64;keep;required","supplementalGroups":"[]int64;list=atomic"},
"LoadBalancerIPMode":"string",
"LoadBalancerIngress":{"ip":"string","hostname":"string","ipMode":"*LoadBalancerIPMode","ports":"[]PortStatus;list=atomic"},
"LoadBalancerStatus":{"ingress":"[]LoadBalancerIngress;list=atomic"},
"LocalObjectReference":{"name":"string;default="},
"LocalVolumeSource":{"path":"string;keep;required","fsType":"*string"},
"ModifyVolumeStatus":{"targetVolumeAttributesClassName":"string","status":"PersistentVolumeClaimModifyVolumeStatus;keep;required;enum=InProgress|Infeasible|Pending"},
"MountPropagationMode":"string",
"NFSVolumeSource":{"server":"string;keep;required","path":"string;keep;required","readOnly":"bool"},
"Namespace":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"NamespaceSpec","status":"NamespaceStatus"},
"NamespaceCondition":{"type":"NamespaceConditionType;keep;required","status":"ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string"},
"NamespaceConditionType":"string",
"NamespaceList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Namespace;keep;required"},
"NamespacePhase":"string",
"NamespaceSpec":{"finalizers":"[]FinalizerName;list=atomic"},
"NamespaceStatus":{"phase":"NamespacePhase;enum=Active|Terminating","conditions":"[]NamespaceCondition;list=map:type;patch=merge:type"},
"Node":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"NodeSpec","status":"NodeStatus"},
"NodeAddress":{"type":"NodeAddressType;keep;required","address":"string;keep;required"},
"NodeAddressType":"string",
"NodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":"*NodeSelector","preferredDuringSchedulingIgnoredDuringExecution":"[]PreferredSchedulingTerm;list=atomic"},
"NodeAllocatableResourceClaimStatus":{"resourceClaimName":"string;keep;required","containers":"[]string;list=set","resources":"map[ResourceName]quantity;keep;required"},
"NodeCondition":{"type":"NodeConditionType;keep;required","status":"ConditionStatus;keep;required","lastHeartbeatTime":"time","lastTransitionTime":"time","reason":"string","message":"string"},
"NodeConditionType":"string",
"NodeConfigSource":{"configMap":"*ConfigMapNodeConfigSource"},
"NodeConfigStatus":{"assigned":"*NodeConfigSource","active":"*NodeConfigSource","lastKnownGood":"*NodeConfigSource","error":"string"},
"NodeDaemonEndpoints":{"kubeletEndpoint":"DaemonEndpoint"},
"NodeFeatures":{"supplementalGroupsPolicy":"*bool"},
"NodeInclusionPolicy":"string",
"NodeList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Node;keep;required"},
"NodePhase":"string",
"NodeRuntimeHandler":{"name":"string;keep","features":"*NodeRuntimeHandlerFeatures"},
"NodeRuntimeHandlerFeatures":{"recursiveReadOnlyMounts":"*bool","userNamespaces":"*bool"},
"NodeSelector":{"nodeSelectorTerms":"[]NodeSelectorTerm;keep;required;list=atomic"},
"NodeSelectorOperator":"string",
"NodeSelectorRequirement":{"key":"string;keep;required","operator":"NodeSelectorOperator;keep;required;enum=DoesNotExist|Exists|Gt|In|Lt|NotIn","values":"[]string;list=atomic"},
"NodeSelectorTerm":{"matchExpressions":"[]NodeSelectorRequirement;list=atomic","matchFields":"[]NodeSelectorRequirement;list=atomic"},
"NodeSpec":{"podCIDR":"string","podCIDRs":"[]string;list=set;patch=merge","providerID":"string","unschedulable":"bool","taints":"[]Taint;list=atomic","configSource":"*NodeConfigSource","externalID":"string"},
"NodeStatus":{"capacity":"ResourceList","allocatable":"ResourceList","phase":"NodePhase;enum=Pending|Running|Terminated","conditions":"[]NodeCondition;list=map:type;patch=merge:type","addresses":"[]NodeAddress;list=map:type;patch=merge:type","daemonEndpoints":"NodeDaemonEndpoints","nodeInfo":"NodeSystemInfo","images":"[]ContainerImage;list=atomic","volumesInUse":"[]UniqueVolumeName;list=atomic","volumesAttached":"[]AttachedVolume;list=atomic","config":"*NodeConfigStatus","runtimeHandlers":"[]NodeRuntimeHandler;list=atomic","features":"*NodeFeatures","declaredFeatures":"[]string;list=atomic"},
"NodeSwapStatus":{"capacity":"*int64"},
"NodeSystemInfo":{"machineID":"string;keep;required","systemUUID":"string;keep;required","bootID":"string;keep;required","kernelVersion":"string;keep;required","osImage":"string;keep;required","containerRuntimeVersion":"string;keep;required","kubeletVersion":"string;keep;required","kubeProxyVersion":"string;keep;required","operatingSystem":"string;keep;required","architecture":"string;keep;required","swap":"*NodeSwapStatus"},
"OSName":"string",
"ObjectFieldSelector":{"apiVersion":"string","fieldPath":"string;keep;required"},
"ObjectReference":{"kind":"string","namespace":"string","name":"string","uid":"types.UID","apiVersion":"string","resourceVersion":"string","fieldPath":"string"},
"PersistentVolume":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"PersistentVolumeSpec","status":"PersistentVolumeStatus"},
"PersistentVolumeAccessMode":"string",
"PersistentVolumeClaim":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"PersistentVolumeClaimSpec","status":"PersistentVolumeClaimStatus"},
"PersistentVolumeClaimCondition":{"type":"PersistentVolumeClaimConditionType;keep;required","status":"ConditionStatus;keep;required","lastProbeTime":"time","lastTransitionTime":"time","reason":"string","message":"string"},
"PersistentVolumeClaimConditionType":"string",
"PersistentVolumeClaimList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]PersistentVolumeClaim;keep;required"},
"PersistentVolumeClaimModifyVolumeStatus":"string",
"PersistentVolumeClaimPhase":"string",
"PersistentVolumeClaimSpec":{"accessModes":"[]PersistentVolumeAccessMode;itemEnum=ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod;list=atomic","selector":"*meta/v1.LabelSelector","resources":"VolumeResourceRequirements","volumeName":"string","storageClassName":"*string","volumeMode":"*PersistentVolumeMode;enum=Block|Filesystem","dataSource":"*TypedLocalObjectReference","dataSourceRef":"*TypedObjectReference","volumeAttributesClassName":"*string"},
"PersistentVolumeClaimStatus":{"phase":"PersistentVolumeClaimPhase;enum=Bound|Lost|Pending","accessModes":"[]PersistentVolumeAccessMode;itemEnum=ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod;list=atomic","capacity":"ResourceList","conditions":"[]PersistentVolumeClaimCondition;list=map:type;patch=merge:type","allocatedResources":"ResourceList","allocatedResourceStatuses":"map[ResourceName]ClaimResourceStatus;itemEnum=ControllerResizeInProgress|ControllerResizeInfeasible|NodeResizeInProgress|NodeResizeInfeasible|NodeResizePending;map=granular","currentVolumeAttributesClassName":"*string","modifyVolumeStatus":"*ModifyVolumeStatus"},
"PersistentVolumeClaimTemplate":{"metadata":"meta/v1.ObjectMeta","spec":"PersistentVolumeClaimSpec;keep;required"},
"PersistentVolumeClaimVolumeSource":{"claimName":"string;keep;required","readOnly":"bool"},
"PersistentVolumeList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]PersistentVolume;keep;required"},
"PersistentVolumeMode":"string",
"PersistentVolumePhase":"string",
"PersistentVolumeReclaimPolicy":"string",
"PersistentVolumeSpec":{"capacity":"ResourceList","gcePersistentDisk":"*GCEPersistentDiskVolumeSource","awsElasticBlockStore":"*AWSElasticBlockStoreVolumeSource","hostPath":"*HostPathVolumeSource","glusterfs":"*GlusterfsPersistentVolumeSource","nfs":"*NFSVolumeSource","rbd":"*RBDPersistentVolumeSource","iscsi":"*ISCSIPersistentVolumeSource","cinder":"*CinderPersistentVolumeSource","cephfs":"*CephFSPersistentVolumeSource","fc":"*FCVolumeSource","flocker":"*FlockerVolumeSource","flexVolume":"*FlexPersistentVolumeSource","azureFile":"*AzureFilePersistentVolumeSource","vsphereVolume":"*VsphereVirtualDiskVolumeSource","quobyte":"*QuobyteVolumeSource","azureDisk":"*AzureDiskVolumeSource","photonPersistentDisk":"*PhotonPersistentDiskVolumeSource","portworxVolume":"*PortworxVolumeSource","scaleIO":"*ScaleIOPersistentVolumeSource","local":"*LocalVolumeSource","storageos":"*StorageOSPersistentVolumeSource","csi":"*CSIPersistentVolumeSource","accessModes":"[]PersistentVolumeAccessMode;itemEnum=ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod;list=atomic","claimRef":"*ObjectReference;map=granular","persistentVolumeReclaimPolicy":"PersistentVolumeReclaimPolicy;enum=Delete|Recycle|Retain","storageClassName":"string","mountOptions":"[]string;list=atomic","volumeMode":"*PersistentVolumeMode;enum=Block|Filesystem","nodeAffinity":"*VolumeNodeAffinity","volumeAttributesClassName":"*string"},
"PersistentVolumeStatus":{"phase":"PersistentVolumePhase;enum=Available|Bound|Failed|Pending|Released","message":"string","reason":"string","lastPhaseTransitionTime":"*time"},
"PhotonPersistentDiskVolumeSource":{"pdID":"string;keep;required","fsType":"string"},
"Pod":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"PodSpec","status":"PodStatus"},
"PodAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":"[]PodAffinityTerm;list=atomic","preferredDuringSchedulingIgnoredDuringExecution":"[]WeightedPodAffinityTerm;list=atomic"},
"PodAffinityTerm":{"labelSelector":"*meta/v1.LabelSelector","namespaces":"[]string;list=atomic","topologyKey":"string;keep;required","namespaceSelector":"*meta/v1.LabelSelector","matchLabelKeys":"[]string;list=atomic","mismatchLabelKeys":"[]string;list=atomic"},
"PodAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":"[]PodAffinityTerm;list=atomic","preferredDuringSchedulingIgnoredDuringExecution":"[]WeightedPodAffinityTerm;list=atomic"},
"PodCertificateProjection":{"signerName":"string;required","keyType":"string;required","maxExpirationSeconds":"*int32","credentialBundlePath":"string","keyPath":"string","certificateChainPath":"string","userAnnotations":"map[string]string"},
"PodCondition":{"type":"PodConditionType;keep;required","observedGeneration":"int64","status":"ConditionStatus;keep;required","lastProbeTime":"time","lastTransitionTime":"time","reason":"string","message":"string"},
"PodConditionType":"string",
"PodDNSConfig":{"nameservers":"[]string;list=atomic","searches":"[]string;list=atomic","options":"[]PodDNSConfigOption;list=atomic"},
"PodDNSConfigOption":{"name":"string","value":"*string"},
"PodExtendedResourceClaimStatus":{"requestMappings":"[]ContainerExtendedResourceRequest;keep;required;list=atomic","resourceClaimName":"string;keep;required"},
"PodFSGroupChangePolicy":"string",
"PodIP":{"ip":"string;keep;required"},
"PodList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Pod;keep;required"},
"PodOS":{"name":"OSName;keep;required"},
"PodPhase":"string",
"PodQOSClass":"string",
"PodReadinessGate":{"conditionType":"PodConditionType;keep;required"},
"PodResizeStatus":"string",
"PodResourceClaim":{"name":"string;keep;required","resourceClaimName":"*string","resourceClaimTemplateName":"*string"},
"PodResourceClaimStatus":{"name":"string;keep;required","resourceClaimName":"*string"},
"PodSELinuxChangePolicy":"string",
"PodSchedulingGate":{"name":"string;keep;required"},
"PodSchedulingGroup":{"podGroupName":"*string"},
"PodSecurityContext":{"seLinuxOptions":"*SELinuxOptions","windowsOptions":"*WindowsSecurityContextOptions","runAsUser":"*int64","runAsGroup":"*int64","runAsNonRoot":"*bool","supplementalGroups":"[]int64;list=atomic","supplementalGroupsPolicy":"*SupplementalGroupsPolicy;enum=Merge|Strict","fsGroup":"*int64","sysctls":"[]Sysctl;list=atomic","fsGroupChangePolicy":"*PodFSGroupChangePolicy;enum=Always|OnRootMismatch","seccompProfile":"*SeccompProfile","appArmorProfile":"*AppArmorProfile","seLinuxChangePolicy":"*PodSELinuxChangePolicy"},
"PodSpec":{"volumes":"[]Volume;list=map:name;patch=merge,retainKeys:name","initContainers":"[]Container;list=map:name;patch=merge:name","containers":"[]Container;keep;required;list=map:name;patch=merge:name","ephemeralContainers":"[]EphemeralContainer;list=map:name;patch=merge:name","restartPolicy":"RestartPolicy;enum=Always|Never|OnFailure","terminationGracePeriodSeconds":"*int64","activeDeadlineSeconds":"*int64","dnsPolicy":"DNSPolicy;enum=ClusterFirst|ClusterFirstWithHostNet|Default|None","nodeSelector":"map[string]string;map=atomic","serviceAccountName":"string","serviceAccount":"string","automountServiceAccountToken":"*bool","nodeName":"string","hostNetwork":"bool","hostPID":"bool","hostIPC":"bool","shareProcessNamespace":"*bool","securityContext":"*PodSecurityContext","imagePullSecrets":"[]LocalObjectReference;list=map:name;patch=merge:name","hostname":"string","subdomain":"string","affinity":"*Affinity","schedulerName":"string","tolerations":"[]Toleration;list=atomic","hostAliases":"[]HostAlias;list=map:ip;patch=merge:ip","priorityClassName":"string","priority":"*int32","dnsConfig":"*PodDNSConfig","readinessGates":"[]PodReadinessGate;list=atomic","runtimeClassName":"*string","enableServiceLinks":"*bool","preemptionPolicy":"*PreemptionPolicy;enum=Never|PreemptLowerPriority","overhead":"ResourceList","topologySpreadConstraints":"[]TopologySpreadConstraint;list=map:topologyKey,whenUnsatisfiable;patch=merge:topologyKey","setHostnameAsFQDN":"*bool","os":"*PodOS","hostUsers":"*bool","schedulingGates":"[]PodSchedulingGate;list=map:name;patch=merge:name","resourceClaims":"[]PodResourceClaim;list=map:name;patch=merge,retainKeys:name","resources":"*ResourceRequirements","hostnameOverride":"*string","schedulingGroup":"*PodSchedulingGroup"},
"PodStatus":{"observedGeneration":"int64","phase":"PodPhase;enum=Failed|Pending|Running|Succeeded|Unknown","conditions":"[]PodCondition;list=map:type;patch=merge:type","message":"string","reason":"string","nominatedNodeName":"string","hostIP":"string","hostIPs":"[]HostIP;list=atomic;patch=merge:ip","podIP":"string","podIPs":"[]PodIP;list=map:ip;patch=merge:ip","startTime":"*time","initContainerStatuses":"[]ContainerStatus;list=atomic","containerStatuses":"[]ContainerStatus;list=atomic","qosClass":"PodQOSClass;enum=BestEffort|Burstable|Guaranteed","ephemeralContainerStatuses":"[]ContainerStatus;list=atomic","resize":"PodResizeStatus","resourceClaimStatuses":"[]PodResourceClaimStatus;list=map:name;patch=merge,retainKeys:name","extendedResourceClaimStatus":"*PodExtendedResourceClaimStatus","allocatedResources":"ResourceList","resources":"*ResourceRequirements","nodeAllocatableResourceClaimStatuses":"[]NodeAllocatableResourceClaimStatus;list=atomic"},
"PodTemplate":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","template":"PodTemplateSpec"},
"PodTemplateList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]PodTemplate;keep;required"},
"PodTemplateSpec":{"metadata":"meta/v1.ObjectMeta","spec":"PodSpec"},
"PortStatus":{"port":"int32;keep;required","protocol":"Protocol;keep;required;enum=SCTP|TCP|UDP","error":"*string"},
"PortworxVolumeSource":{"volumeID":"string;keep;required","fsType":"string","readOnly":"bool"},
"PreemptionPolicy":"string",
"PreferredSchedulingTerm":{"weight":"int32;keep;required","preference":"NodeSelectorTerm;keep;required"},
"Probe":{"exec":"*ExecAction","httpGet":"*HTTPGetAction","tcpSocket":"*TCPSocketAction","grpc":"*GRPCAction","initialDelaySeconds":"int32","timeoutSeconds":"int32","periodSeconds":"int32","successThreshold":"int32","failureThreshold":"int32","terminationGracePeriodSeconds":"*int64"},
"ProcMountType":"string",
"ProjectedVolumeSource":{"sources":"[]VolumeProjection;keep;list=atomic","defaultMode":"*int32"},
"Protocol":"string",
"PullPolicy":"string",
"QuobyteVolumeSource":{"registry":"string;keep;required","volume":"string;keep;required","readOnly":"bool","user":"string","group":"string","tenant":"string"},
"RBDPersistentVolumeSource":{"monitors":"[]string;keep;required;list=atomic","image":"string;keep;required","fsType":"string","pool":"string;default=rbd","user":"string;default=admin","keyring":"string;default=/etc/ceph/keyring","secretRef":"*SecretReference","readOnly":"bool"},
"RBDVolumeSource":{"monitors":"[]string;keep;required;list=atomic","image":"string;keep;required","fsType":"string","pool":"string;default=rbd","user":"string;default=admin","keyring":"string;default=/etc/ceph/keyring","secretRef":"*LocalObjectReference","readOnly":"bool"},
"RecursiveReadOnlyMode":"string",
"ReplicationController":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ReplicationControllerSpec","status":"ReplicationControllerStatus"},
"ReplicationControllerCondition":{"type":"ReplicationControllerConditionType;keep;required","status":"ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string"},
"ReplicationControllerConditionType":"string",
"ReplicationControllerList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ReplicationController;keep;required"},
"ReplicationControllerSpec":{"replicas":"*int32;default=1","minReadySeconds":"int32;default=0","selector":"map[string]string;map=atomic","template":"*PodTemplateSpec"},
"ReplicationControllerStatus":{"replicas":"int32;keep;required","fullyLabeledReplicas":"int32","readyReplicas":"int32","availableReplicas":"int32","observedGeneration":"int64","conditions":"[]ReplicationControllerCondition;list=map:type;patch=merge:type"},
"ResourceClaim":{"name":"string;keep;required","request":"string"},
"ResourceFieldSelector":{"containerName":"string","resource":"string;keep;required","divisor":"quantity"},
"ResourceHealth":{"resourceID":"ResourceID;keep;required","health":"ResourceHealthStatus","message":"*string"},
"ResourceHealthStatus":"string",
"ResourceID":"string",
"ResourceList":"map[ResourceName]quantity",
"ResourceName":"string",
"ResourceQuota":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ResourceQuotaSpec","status":"ResourceQuotaStatus"},
"ResourceQuotaList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ResourceQuota;keep;required"},
"ResourceQuotaScope":"string",
"ResourceQuotaSpec":{"hard":"ResourceList","scopes":"[]ResourceQuotaScope;itemEnum=BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass;list=atomic","scopeSelector":"*ScopeSelector"},
"ResourceQuotaStatus":{"hard":"ResourceList","used":"ResourceList"},
"ResourceRequirements":{"limits":"ResourceList","requests":"ResourceList","claims":"[]ResourceClaim;list=map:name"},
"ResourceResizeRestartPolicy":"string",
"ResourceStatus":{"name":"ResourceName;keep;required","resources":"[]ResourceHealth;list=map:resourceID"},
"RestartPolicy":"string",
"SELinuxOptions":{"user":"string","role":"string","type":"string","level":"string"},
"ScaleIOPersistentVolumeSource":{"gateway":"string;keep;required","system":"string;keep;required","secretRef":"*SecretReference;keep;required","sslEnabled":"bool","protectionDomain":"string","storagePool":"string","storageMode":"string;default=ThinProvisioned","volumeName":"string","fsType":"string;default=xfs","readOnly":"bool"},
"ScaleIOVolumeSource":{"gateway":"string;keep;required","system":"string;keep;required","secretRef":"*LocalObjectReference;keep;required","sslEnabled":"bool","protectionDomain":"string","storagePool":"string","storageMode":"string;default=ThinProvisioned","volumeName":"string","fsType":"string;default=xfs","readOnly":"bool"},
"ScopeSelector":{"matchExpressions":"[]ScopedResourceSelectorRequirement;list=atomic"},
"ScopeSelectorOperator":"string",
"ScopedResourceSelectorRequirement":{"scopeName":"ResourceQuotaScope;keep;required;enum=BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass","operator":"ScopeSelectorOperator;keep;required;enum=DoesNotExist|Exists|In|NotIn","values":"[]string;list=atomic"},
"SeccompProfile":{"type":"SeccompProfileType;keep;required;enum=Localhost|RuntimeDefault|Unconfined","localhostProfile":"*string"},
"SeccompProfileType":"string",
"Secret":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","immutable":"*bool","data":"map[string]bytes","stringData":"map[string]string","type":"SecretType"},
"SecretEnvSource":{"name":"string;default=","optional":"*bool"},
"SecretKeySelector":{"name":"string;default=","key":"string;keep;required","optional":"*bool"},
"SecretList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Secret;keep;required"},
"SecretProjection":{"name":"string;default=","items":"[]KeyToPath;list=atomic","optional":"*bool"},
"SecretReference":{"name":"string","namespace":"string"},
"SecretType":"string",
"SecretVolumeSource":{"secretName":"string","items":"[]KeyToPath;list=atomic","defaultMode":"*int32","optional":"*bool"},
"SecurityContext":{"capabilities":"*Capabilities","privileged":"*bool","seLinuxOptions":"*SELinuxOptions","windowsOptions":"*WindowsSecurityContextOptions","runAsUser":"*int64","runAsGroup":"*int64","runAsNonRoot":"*bool","readOnlyRootFilesystem":"*bool","allowPrivilegeEscalation":"*bool","procMount":"*ProcMountType;enum=Default|Unmasked","seccompProfile":"*SeccompProfile","appArmorProfile":"*AppArmorProfile"},
"Service":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ServiceSpec","status":"ServiceStatus"},
"ServiceAccount":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","secrets":"[]ObjectReference;list=map:name;patch=merge:name","imagePullSecrets":"[]LocalObjectReference;list=atomic","automountServiceAccountToken":"*bool"},
"ServiceAccountList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ServiceAccount;keep;required"},
"ServiceAccountTokenProjection":{"audience":"string","expirationSeconds":"*int64","path":"string;keep;required"},
"ServiceAffinity":"string",
"ServiceExternalTrafficPolicy":"string",
"ServiceInternalTrafficPolicy":"string",
"ServiceList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Service;keep;required"},
"ServicePort":{"name":"string","protocol":"Protocol;enum=SCTP|TCP|UDP;default=TCP","appProtocol":"*string","port":"int32;keep;required","targetPort":"intOrString","nodePort":"int32"},
"ServiceSpec":{"ports":"[]ServicePort;list=map:port,protocol;patch=merge:port","selector":"map[string]string;map=atomic","clusterIP":"string","clusterIPs":"[]string;list=atomic","type":"ServiceType;enum=ClusterIP|ExternalName|LoadBalancer|NodePort","externalIPs":"[]string;list=atomic","sessionAffinity":"ServiceAffinity;enum=ClientIP|None","loadBalancerIP":"string","loadBalancerSourceRanges":"[]string;list=atomic","externalName":"string","externalTrafficPolicy":"ServiceExternalTrafficPolicy;enum=Cluster|Local","healthCheckNodePort":"int32","publishNotReadyAddresses":"bool","sessionAffinityConfig":"*SessionAffinityConfig","ipFamilies":"[]IPFamily;itemEnum=|IPv4|IPv6;list=atomic","ipFamilyPolicy":"*IPFamilyPolicy;enum=PreferDualStack|RequireDualStack|SingleStack","allocateLoadBalancerNodePorts":"*bool","loadBalancerClass":"*string","internalTrafficPolicy":"*ServiceInternalTrafficPolicy;enum=Cluster|Local","trafficDistribution":"*string"},
"ServiceStatus":{"loadBalancer":"LoadBalancerStatus","conditions":"[]meta/v1.Condition;list=map:type;patch=merge:type"},
"ServiceType":"string",
"SessionAffinityConfig":{"clientIP":"*ClientIPConfig"},
"Signal":"string",
"SleepAction":{"seconds":"int64;keep;required"},
"StorageMedium":"string",
"StorageOSPersistentVolumeSource":{"volumeName":"string","volumeNamespace":"string","fsType":"string","readOnly":"bool","secretRef":"*ObjectReference"},
"StorageOSVolumeSource":{"volumeName":"string","volumeNamespace":"string","fsType":"string","readOnly":"bool","secretRef":"*LocalObjectReference"},
"SupplementalGroupsPolicy":"string",
"Sysctl":{"name":"string;keep;required","value":"string;keep;required"},
"TCPSocketAction":{"port":"intOrString;keep;required","host":"string"},
"Taint":{"key":"string;keep;required","value":"string","effect":"TaintEffect;keep;required;enum=NoExecute|NoSchedule|PreferNoSchedule","timeAdded":"*time"},
"TaintEffect":"string",
"TerminationMessagePolicy":"string",
"Toleration":{"key":"string","operator":"TolerationOperator;enum=Equal|Exists|Gt|Lt","value":"string","effect":"TaintEffect;enum=NoExecute|NoSchedule|PreferNoSchedule","tolerationSeconds":"*int64"},
"TolerationOperator":"string",
"TopologySelectorLabelRequirement":{"key":"string;keep;required","values":"[]string;keep;required;list=atomic"},
"TopologySelectorTerm":{"matchLabelExpressions":"[]TopologySelectorLabelRequirement;list=atomic"},
"TopologySpreadConstraint":{"maxSkew":"int32;keep;required","topologyKey":"string;keep;required","whenUnsatisfiable":"UnsatisfiableConstraintAction;keep;required;enum=DoNotSchedule|ScheduleAnyway","labelSelector":"*meta/v1.LabelSelector","minDomains":"*int32","nodeAffinityPolicy":"*NodeInclusionPolicy;enum=Honor|Ignore","nodeTaintsPolicy":"*NodeInclusionPolicy;enum=Honor|Ignore","matchLabelKeys":"[]string;list=atomic"},
"TypedLocalObjectReference":{"apiGroup":"*string;keep","kind":"string;keep;required","name":"string;keep;required"},
"TypedObjectReference":{"apiGroup":"*string;keep","kind":"string;keep;required","name":"string;keep;required","namespace":"*string"},
"URIScheme":"string",
"UniqueVolumeName":"string",
"UnsatisfiableConstraintAction":"string",
"Volume":{"name":"string;keep;required","hostPath":"*HostPathVolumeSource","emptyDir":"*EmptyDirVolumeSource","gcePersistentDisk":"*GCEPersistentDiskVolumeSource","awsElasticBlockStore":"*AWSElasticBlockStoreVolumeSource","gitRepo":"*GitRepoVolumeSource","secret":"*SecretVolumeSource","nfs":"*NFSVolumeSource","iscsi":"*ISCSIVolumeSource","glusterfs":"*GlusterfsVolumeSource","persistentVolumeClaim":"*PersistentVolumeClaimVolumeSource","rbd":"*RBDVolumeSource","flexVolume":"*FlexVolumeSource","cinder":"*CinderVolumeSource","cephfs":"*CephFSVolumeSource","flocker":"*FlockerVolumeSource","downwardAPI":"*DownwardAPIVolumeSource","fc":"*FCVolumeSource","azureFile":"*AzureFileVolumeSource","configMap":"*ConfigMapVolumeSource","vsphereVolume":"*VsphereVirtualDiskVolumeSource","quobyte":"*QuobyteVolumeSource","azureDisk":"*AzureDiskVolumeSource","photonPersistentDisk":"*PhotonPersistentDiskVolumeSource","projected":"*ProjectedVolumeSource","portworxVolume":"*PortworxVolumeSource","scaleIO":"*ScaleIOVolumeSource","storageos":"*StorageOSVolumeSource","csi":"*CSIVolumeSource","ephemeral":"*EphemeralVolumeSource","image":"*ImageVolumeSource"},
"VolumeDevice":{"name":"string;keep;required","devicePath":"string;keep;required"},
"VolumeMount":{"name":"string;keep;required","readOnly":"bool","recursiveReadOnly":"*RecursiveReadOnlyMode","mountPath":"string;keep;required","subPath":"string","mountPropagation":"*MountPropagationMode;enum=Bidirectional|HostToContainer|None","subPathExpr":"string"},
"VolumeMountStatus":{"name":"string;keep;required","mountPath":"string;keep;required","readOnly":"bool","recursiveReadOnly":"*RecursiveReadOnlyMode","volumeStatus":"*VolumeStatus"},
"VolumeNodeAffinity":{"required":"*NodeSelector"},
"VolumeProjection":{"secret":"*SecretProjection","downwardAPI":"*DownwardAPIProjection","configMap":"*ConfigMapProjection","serviceAccountToken":"*ServiceAccountTokenProjection","clusterTrustBundle":"*ClusterTrustBundleProjection","podCertificate":"*PodCertificateProjection"},
"VolumeResourceRequirements":{"limits":"ResourceList","requests":"ResourceList"},
"VolumeStatus":{"image":"*ImageVolumeStatus"},
"VsphereVirtualDiskVolumeSource":{"volumePath":"string;keep;required","fsType":"string","storagePolicyName":"string","storagePolicyID":"string"},
"WeightedPodAffinityTerm":{"weight":"int32;keep;required","podAffinityTerm":"PodAffinityTerm;keep;required"},
"WindowsSecurityContextOptions":{"gmsaCredentialSpecName":"*string","gmsaCredentialSpec":"*string","runAsUserName":"*string","hostProcess":"*bool"}
}`,
  kinds:
    "Binding ComponentStatus ComponentStatusList ConfigMap ConfigMapList Endpoints EndpointsList Event EventList LimitRange LimitRangeList Namespace NamespaceList Node NodeList PersistentVolume PersistentVolumeClaim PersistentVolumeClaimList PersistentVolumeList Pod PodList PodTemplate PodTemplateList ReplicationController ReplicationControllerList ResourceQuota ResourceQuotaList Secret SecretList Service ServiceAccount ServiceAccountList ServiceList",
  atomic:
    "ConfigMapKeySelector EndpointAddress EndpointPort FileKeySelector LocalObjectReference NodeSelector NodeSelectorTerm ObjectFieldSelector ObjectReference ResourceFieldSelector ScopeSelector SecretKeySelector SecretReference TopologySelectorTerm TypedLocalObjectReference",
  unions: `{"AppArmorProfile":[{"discriminator":"type","fields-to-discriminateBy":{"localhostProfile":"LocalhostProfile"}}],"PodSchedulingGroup":[{"fields-to-discriminateBy":{"podGroupName":"PodGroupName"}}],"SeccompProfile":[{"discriminator":"type","fields-to-discriminateBy":{"localhostProfile":"LocalhostProfile"}}]}`,
  messages: `
AWSElasticBlockStoreVolumeSource volumeID=1:string! fsType=2:string partition=3:int32 readOnly=4:bool
Affinity nodeAffinity=1:*NodeAffinity podAffinity=2:*PodAffinity podAntiAffinity=3:*PodAntiAffinity
AppArmorProfile type=1:string! localhostProfile=2:*string
AttachedVolume name=1:string! devicePath=2:string!
AzureDiskVolumeSource diskName=1:string! diskURI=2:string! cachingMode=3:*string fsType=4:*string readOnly=5:*bool kind=6:*string
AzureFilePersistentVolumeSource secretName=1:string! shareName=2:string! readOnly=3:bool secretNamespace=4:*string!
AzureFileVolumeSource secretName=1:string! shareName=2:string! readOnly=3:bool
Binding metadata=1:meta.ObjectMeta target=2:ObjectReference
CSIPersistentVolumeSource driver=1:string! volumeHandle=2:string! readOnly=3:bool fsType=4:string volumeAttributes=5:{}string controllerPublishSecretRef=6:*SecretReference nodeStageSecretRef=7:*SecretReference nodePublishSecretRef=8:*SecretReference controllerExpandSecretRef=9:*SecretReference nodeExpandSecretRef=10:*SecretReference
CSIVolumeSource driver=1:string! readOnly=2:*bool fsType=3:*string volumeAttributes=4:{}string nodePublishSecretRef=5:*LocalObjectReference
Capabilities add=1:[]string drop=2:[]string
CephFSPersistentVolumeSource monitors=1:[]string! path=2:string user=3:string secretFile=4:string secretRef=5:*SecretReference readOnly=6:bool
CephFSVolumeSource monitors=1:[]string! path=2:string user=3:string secretFile=4:string secretRef=5:*LocalObjectReference readOnly=6:bool
CinderPersistentVolumeSource volumeID=1:string! fsType=2:string readOnly=3:bool secretRef=4:*SecretReference
CinderVolumeSource volumeID=1:string! fsType=2:string readOnly=3:bool secretRef=4:*LocalObjectReference
ClientIPConfig timeoutSeconds=1:*int32
ClusterTrustBundleProjection name=1:*string signerName=2:*string labelSelector=3:*meta.LabelSelector optional=5:*bool path=4:string!
ComponentCondition type=1:string! status=2:string! message=3:string error=4:string
ComponentStatus metadata=1:meta.ObjectMeta conditions=2:[]ComponentCondition
ComponentStatusList metadata=1:meta.ListMeta items=2:[]ComponentStatus!
ConfigMap metadata=1:meta.ObjectMeta immutable=4:*bool data=2:{}string binaryData=3:{}bytes
ConfigMapEnvSource =1:LocalObjectReference optional=2:*bool
ConfigMapKeySelector =1:LocalObjectReference key=2:string! optional=3:*bool
ConfigMapList metadata=1:meta.ListMeta items=2:[]ConfigMap!
ConfigMapNodeConfigSource namespace=1:string! name=2:string! uid=3:string resourceVersion=4:string kubeletConfigKey=5:string!
ConfigMapProjection =1:LocalObjectReference items=2:[]KeyToPath optional=4:*bool
ConfigMapVolumeSource =1:LocalObjectReference items=2:[]KeyToPath defaultMode=3:*int32 optional=4:*bool
Container name=1:string! image=2:string command=3:[]string args=4:[]string workingDir=5:string ports=6:[]ContainerPort envFrom=19:[]EnvFromSource env=7:[]EnvVar resources=8:ResourceRequirements resizePolicy=23:[]ContainerResizePolicy restartPolicy=24:*string restartPolicyRules=25:[]ContainerRestartRule volumeMounts=9:[]VolumeMount volumeDevices=21:[]VolumeDevice livenessProbe=10:*Probe readinessProbe=11:*Probe startupProbe=22:*Probe lifecycle=12:*Lifecycle terminationMessagePath=13:string terminationMessagePolicy=20:string imagePullPolicy=14:string securityContext=15:*SecurityContext stdin=16:bool stdinOnce=17:bool tty=18:bool
ContainerExtendedResourceRequest containerName=1:string! resourceName=2:string! requestName=3:string!
ContainerImage names=1:[]string! sizeBytes=2:int64
ContainerPort name=1:string hostPort=2:int32 containerPort=3:int32! protocol=4:string hostIP=5:string
ContainerResizePolicy resourceName=1:string! restartPolicy=2:string!
ContainerRestartRule action=1:string exitCodes=2:*ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator=1:string values=2:[]int32
ContainerState waiting=1:*ContainerStateWaiting running=2:*ContainerStateRunning terminated=3:*ContainerStateTerminated
ContainerStateRunning startedAt=1:Time!
ContainerStateTerminated exitCode=1:int32! signal=2:int32 reason=3:string message=4:string startedAt=5:Time! finishedAt=6:Time! containerID=7:string
ContainerStateWaiting reason=1:string message=2:string
ContainerStatus name=1:string! state=2:ContainerState lastState=3:ContainerState ready=4:bool! restartCount=5:int32! image=6:string! imageID=7:string! containerID=8:string started=9:*bool allocatedResources=10:{}Quantity resources=11:*ResourceRequirements volumeMounts=12:[]VolumeMountStatus user=13:*ContainerUser allocatedResourcesStatus=14:[]ResourceStatus stopSignal=15:*string
ContainerUser linux=1:*LinuxContainerUser
DaemonEndpoint Port=1:int32!
DownwardAPIProjection items=1:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile path=1:string! fieldRef=2:*ObjectFieldSelector resourceFieldRef=3:*ResourceFieldSelector mode=4:*int32
DownwardAPIVolumeSource items=1:[]DownwardAPIVolumeFile defaultMode=2:*int32
EmptyDirVolumeSource medium=1:string sizeLimit=2:*Quantity
EndpointAddress ip=1:string! hostname=3:string nodeName=4:*string targetRef=2:*ObjectReference
EndpointPort name=1:string port=2:int32! protocol=3:string appProtocol=4:*string
EndpointSubset addresses=1:[]EndpointAddress notReadyAddresses=2:[]EndpointAddress ports=3:[]EndpointPort
Endpoints metadata=1:meta.ObjectMeta subsets=2:[]EndpointSubset
EndpointsList metadata=1:meta.ListMeta items=2:[]Endpoints!
EnvFromSource prefix=1:string configMapRef=2:*ConfigMapEnvSource secretRef=3:*SecretEnvSource
EnvVar name=1:string! value=2:string valueFrom=3:*EnvVarSource
EnvVarSource fieldRef=1:*ObjectFieldSelector resourceFieldRef=2:*ResourceFieldSelector configMapKeyRef=3:*ConfigMapKeySelector secretKeyRef=4:*SecretKeySelector fileKeyRef=5:*FileKeySelector
EphemeralContainer =1:EphemeralContainerCommon targetContainerName=2:string
EphemeralContainerCommon name=1:string! image=2:string command=3:[]string args=4:[]string workingDir=5:string ports=6:[]ContainerPort envFrom=19:[]EnvFromSource env=7:[]EnvVar resources=8:ResourceRequirements resizePolicy=23:[]ContainerResizePolicy restartPolicy=24:*string restartPolicyRules=25:[]ContainerRestartRule volumeMounts=9:[]VolumeMount volumeDevices=21:[]VolumeDevice livenessProbe=10:*Probe readinessProbe=11:*Probe startupProbe=22:*Probe lifecycle=12:*Lifecycle terminationMessagePath=13:string terminationMessagePolicy=20:string imagePullPolicy=14:string securityContext=15:*SecurityContext stdin=16:bool stdinOnce=17:bool tty=18:bool
EphemeralVolumeSource volumeClaimTemplate=1:*PersistentVolumeClaimTemplate
Event metadata=1:meta.ObjectMeta involvedObject=2:ObjectReference reason=3:string message=4:string source=5:EventSource firstTimestamp=6:Time! lastTimestamp=7:Time! count=8:int32 type=9:string eventTime=10:MicroTime! series=11:*EventSeries action=12:string related=13:*ObjectReference reportingComponent=14:string! reportingInstance=15:string!
EventList metadata=1:meta.ListMeta items=2:[]Event!
EventSeries count=1:int32 lastObservedTime=2:MicroTime!
EventSource component=1:string host=2:string
ExecAction command=1:[]string
FCVolumeSource targetWWNs=1:[]string lun=2:*int32 fsType=3:string readOnly=4:bool wwids=5:[]string
FileKeySelector volumeName=1:string! path=2:string! key=3:string! optional=4:*bool
FlexPersistentVolumeSource driver=1:string! fsType=2:string secretRef=3:*SecretReference readOnly=4:bool options=5:{}string
FlexVolumeSource driver=1:string! fsType=2:string secretRef=3:*LocalObjectReference readOnly=4:bool options=5:{}string
FlockerVolumeSource datasetName=1:string datasetUUID=2:string
GCEPersistentDiskVolumeSource pdName=1:string! fsType=2:string partition=3:int32 readOnly=4:bool
GRPCAction port=1:int32! service=2:*string!
GitRepoVolumeSource repository=1:string! revision=2:string directory=3:string
GlusterfsPersistentVolumeSource endpoints=1:string! path=2:string! readOnly=3:bool endpointsNamespace=4:*string
GlusterfsVolumeSource endpoints=1:string! path=2:string! readOnly=3:bool
HTTPGetAction path=1:string port=2:IntOrString! host=3:string scheme=4:string httpHeaders=5:[]HTTPHeader
HTTPHeader name=1:string! value=2:string!
HostAlias ip=1:string! hostnames=2:[]string
HostIP ip=1:string!
HostPathVolumeSource path=1:string! type=2:*string
ISCSIPersistentVolumeSource targetPortal=1:string! iqn=2:string! lun=3:int32! iscsiInterface=4:string fsType=5:string readOnly=6:bool portals=7:[]string chapAuthDiscovery=8:bool chapAuthSession=11:bool secretRef=10:*SecretReference initiatorName=12:*string
ISCSIVolumeSource targetPortal=1:string! iqn=2:string! lun=3:int32! iscsiInterface=4:string fsType=5:string readOnly=6:bool portals=7:[]string chapAuthDiscovery=8:bool chapAuthSession=11:bool secretRef=10:*LocalObjectReference initiatorName=12:*string
ImageVolumeSource reference=1:string pullPolicy=2:string
ImageVolumeStatus imageRef=1:string
KeyToPath key=1:string! path=2:string! mode=3:*int32
Lifecycle postStart=1:*LifecycleHandler preStop=2:*LifecycleHandler stopSignal=3:*string
LifecycleHandler exec=1:*ExecAction httpGet=2:*HTTPGetAction tcpSocket=3:*TCPSocketAction sleep=4:*SleepAction
LimitRange metadata=1:meta.ObjectMeta spec=2:LimitRangeSpec
LimitRangeItem type=1:string! max=2:{}Quantity min=3:{}Quantity default=4:{}Quantity defaultRequest=5:{}Quantity maxLimitRequestRatio=6:{}Quantity
LimitRangeList metadata=1:meta.ListMeta items=2:[]LimitRange!
LimitRangeSpec limits=1:[]LimitRangeItem!
LinuxContainerUser uid=1:int64! gid=2:int64! supplementalGroups=3:[]int64
LoadBalancerIngress ip=1:string hostname=2:string ipMode=3:*string ports=4:[]PortStatus
LoadBalancerStatus ingress=1:[]LoadBalancerIngress
LocalObjectReference name=1:string
LocalVolumeSource path=1:string! fsType=2:*string
ModifyVolumeStatus targetVolumeAttributesClassName=1:string status=2:string!
NFSVolumeSource server=1:string! path=2:string! readOnly=3:bool
Namespace metadata=1:meta.ObjectMeta spec=2:NamespaceSpec status=3:NamespaceStatus
NamespaceCondition type=1:string! status=2:string! lastTransitionTime=4:Time! reason=5:string message=6:string
NamespaceList metadata=1:meta.ListMeta items=2:[]Namespace!
NamespaceSpec finalizers=1:[]string
NamespaceStatus phase=1:string conditions=2:[]NamespaceCondition
Node metadata=1:meta.ObjectMeta spec=2:NodeSpec status=3:NodeStatus
NodeAddress type=1:string! address=2:string!
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution=1:*NodeSelector preferredDuringSchedulingIgnoredDuringExecution=2:[]PreferredSchedulingTerm
NodeAllocatableResourceClaimStatus resourceClaimName=1:string! containers=2:[]string resources=3:{}Quantity!
NodeCondition type=1:string! status=2:string! lastHeartbeatTime=3:Time! lastTransitionTime=4:Time! reason=5:string message=6:string
NodeConfigSource configMap=2:*ConfigMapNodeConfigSource
NodeConfigStatus assigned=1:*NodeConfigSource active=2:*NodeConfigSource lastKnownGood=3:*NodeConfigSource error=4:string
NodeDaemonEndpoints kubeletEndpoint=1:DaemonEndpoint
NodeFeatures supplementalGroupsPolicy=1:*bool
NodeList metadata=1:meta.ListMeta items=2:[]Node!
NodeRuntimeHandler name=1:string! features=2:*NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts=1:*bool userNamespaces=2:*bool
NodeSelector nodeSelectorTerms=1:[]NodeSelectorTerm!
NodeSelectorRequirement key=1:string! operator=2:string! values=3:[]string
NodeSelectorTerm matchExpressions=1:[]NodeSelectorRequirement matchFields=2:[]NodeSelectorRequirement
NodeSpec podCIDR=1:string podCIDRs=7:[]string providerID=3:string unschedulable=4:bool taints=5:[]Taint configSource=6:*NodeConfigSource externalID=2:string
NodeStatus capacity=1:{}Quantity allocatable=2:{}Quantity phase=3:string conditions=4:[]NodeCondition addresses=5:[]NodeAddress daemonEndpoints=6:NodeDaemonEndpoints nodeInfo=7:NodeSystemInfo images=8:[]ContainerImage volumesInUse=9:[]string volumesAttached=10:[]AttachedVolume config=11:*NodeConfigStatus runtimeHandlers=12:[]NodeRuntimeHandler features=13:*NodeFeatures declaredFeatures=14:[]string
NodeSwapStatus capacity=1:*int64
NodeSystemInfo machineID=1:string! systemUUID=2:string! bootID=3:string! kernelVersion=4:string! osImage=5:string! containerRuntimeVersion=6:string! kubeletVersion=7:string! kubeProxyVersion=8:string! operatingSystem=9:string! architecture=10:string! swap=11:*NodeSwapStatus
ObjectFieldSelector apiVersion=1:string fieldPath=2:string!
ObjectReference kind=1:string namespace=2:string name=3:string uid=4:string apiVersion=5:string resourceVersion=6:string fieldPath=7:string
PersistentVolume metadata=1:meta.ObjectMeta spec=2:PersistentVolumeSpec status=3:PersistentVolumeStatus
PersistentVolumeClaim metadata=1:meta.ObjectMeta spec=2:PersistentVolumeClaimSpec status=3:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition type=1:string! status=2:string! lastProbeTime=3:Time! lastTransitionTime=4:Time! reason=5:string message=6:string
PersistentVolumeClaimList metadata=1:meta.ListMeta items=2:[]PersistentVolumeClaim!
PersistentVolumeClaimSpec accessModes=1:[]string selector=4:*meta.LabelSelector resources=2:VolumeResourceRequirements volumeName=3:string storageClassName=5:*string volumeMode=6:*string dataSource=7:*TypedLocalObjectReference dataSourceRef=8:*TypedObjectReference volumeAttributesClassName=9:*string
PersistentVolumeClaimStatus phase=1:string accessModes=2:[]string capacity=3:{}Quantity conditions=4:[]PersistentVolumeClaimCondition allocatedResources=5:{}Quantity allocatedResourceStatuses=7:{}string currentVolumeAttributesClassName=8:*string modifyVolumeStatus=9:*ModifyVolumeStatus
PersistentVolumeClaimTemplate metadata=1:meta.ObjectMeta spec=2:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName=1:string! readOnly=2:bool
PersistentVolumeList metadata=1:meta.ListMeta items=2:[]PersistentVolume!
PersistentVolumeSource gcePersistentDisk=1:*GCEPersistentDiskVolumeSource awsElasticBlockStore=2:*AWSElasticBlockStoreVolumeSource hostPath=3:*HostPathVolumeSource glusterfs=4:*GlusterfsPersistentVolumeSource nfs=5:*NFSVolumeSource rbd=6:*RBDPersistentVolumeSource iscsi=7:*ISCSIPersistentVolumeSource cinder=8:*CinderPersistentVolumeSource cephfs=9:*CephFSPersistentVolumeSource fc=10:*FCVolumeSource flocker=11:*FlockerVolumeSource flexVolume=12:*FlexPersistentVolumeSource azureFile=13:*AzureFilePersistentVolumeSource vsphereVolume=14:*VsphereVirtualDiskVolumeSource quobyte=15:*QuobyteVolumeSource azureDisk=16:*AzureDiskVolumeSource photonPersistentDisk=17:*PhotonPersistentDiskVolumeSource portworxVolume=18:*PortworxVolumeSource scaleIO=19:*ScaleIOPersistentVolumeSource local=20:*LocalVolumeSource storageos=21:*StorageOSPersistentVolumeSource csi=22:*CSIPersistentVolumeSource
PersistentVolumeSpec capacity=1:{}Quantity =2:PersistentVolumeSource accessModes=3:[]string claimRef=4:*ObjectReference persistentVolumeReclaimPolicy=5:string storageClassName=6:string mountOptions=7:[]string volumeMode=8:*string nodeAffinity=9:*VolumeNodeAffinity volumeAttributesClassName=10:*string
PersistentVolumeStatus phase=1:string message=2:string reason=3:string lastPhaseTransitionTime=4:*Time
PhotonPersistentDiskVolumeSource pdID=1:string! fsType=2:string
Pod metadata=1:meta.ObjectMeta spec=2:PodSpec status=3:PodStatus
PodAffinity requiredDuringSchedulingIgnoredDuringExecution=1:[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution=2:[]WeightedPodAffinityTerm
PodAffinityTerm labelSelector=1:*meta.LabelSelector namespaces=2:[]string topologyKey=3:string! namespaceSelector=4:*meta.LabelSelector matchLabelKeys=5:[]string mismatchLabelKeys=6:[]string
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution=1:[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution=2:[]WeightedPodAffinityTerm
PodCertificateProjection signerName=1:string keyType=2:string maxExpirationSeconds=3:*int32 credentialBundlePath=4:string keyPath=5:string certificateChainPath=6:string userAnnotations=7:{}string
PodCondition type=1:string! observedGeneration=7:int64 status=2:string! lastProbeTime=3:Time! lastTransitionTime=4:Time! reason=5:string message=6:string
PodDNSConfig nameservers=1:[]string searches=2:[]string options=3:[]PodDNSConfigOption
PodDNSConfigOption name=1:string value=2:*string
PodExtendedResourceClaimStatus requestMappings=1:[]ContainerExtendedResourceRequest! resourceClaimName=2:string!
PodIP ip=1:string!
PodList metadata=1:meta.ListMeta items=2:[]Pod!
PodOS name=1:string!
PodReadinessGate conditionType=1:string!
PodResourceClaim name=1:string! resourceClaimName=3:*string resourceClaimTemplateName=4:*string
PodResourceClaimStatus name=1:string! resourceClaimName=2:*string
PodSchedulingGate name=1:string!
PodSchedulingGroup podGroupName=1:*string
PodSecurityContext seLinuxOptions=1:*SELinuxOptions windowsOptions=8:*WindowsSecurityContextOptions runAsUser=2:*int64 runAsGroup=6:*int64 runAsNonRoot=3:*bool supplementalGroups=4:[]int64 supplementalGroupsPolicy=12:*string fsGroup=5:*int64 sysctls=7:[]Sysctl fsGroupChangePolicy=9:*string seccompProfile=10:*SeccompProfile appArmorProfile=11:*AppArmorProfile seLinuxChangePolicy=13:*string
PodSpec volumes=1:[]Volume initContainers=20:[]Container containers=2:[]Container! ephemeralContainers=34:[]EphemeralContainer restartPolicy=3:string terminationGracePeriodSeconds=4:*int64 activeDeadlineSeconds=5:*int64 dnsPolicy=6:string nodeSelector=7:{}string serviceAccountName=8:string serviceAccount=9:string automountServiceAccountToken=21:*bool nodeName=10:string hostNetwork=11:bool hostPID=12:bool hostIPC=13:bool shareProcessNamespace=27:*bool securityContext=14:*PodSecurityContext imagePullSecrets=15:[]LocalObjectReference hostname=16:string subdomain=17:string affinity=18:*Affinity schedulerName=19:string tolerations=22:[]Toleration hostAliases=23:[]HostAlias priorityClassName=24:string priority=25:*int32 dnsConfig=26:*PodDNSConfig readinessGates=28:[]PodReadinessGate runtimeClassName=29:*string enableServiceLinks=30:*bool preemptionPolicy=31:*string overhead=32:{}Quantity topologySpreadConstraints=33:[]TopologySpreadConstraint setHostnameAsFQDN=35:*bool os=36:*PodOS hostUsers=37:*bool schedulingGates=38:[]PodSchedulingGate resourceClaims=39:[]PodResourceClaim resources=40:*ResourceRequirements hostnameOverride=41:*string schedulingGroup=43:*PodSchedulingGroup
PodStatus observedGeneration=17:int64 phase=1:string conditions=2:[]PodCondition message=3:string reason=4:string nominatedNodeName=11:string hostIP=5:string hostIPs=16:[]HostIP podIP=6:string podIPs=12:[]PodIP startTime=7:*Time initContainerStatuses=10:[]ContainerStatus containerStatuses=8:[]ContainerStatus qosClass=9:string ephemeralContainerStatuses=13:[]ContainerStatus resize=14:string resourceClaimStatuses=15:[]PodResourceClaimStatus extendedResourceClaimStatus=18:*PodExtendedResourceClaimStatus allocatedResources=19:{}Quantity resources=20:*ResourceRequirements nodeAllocatableResourceClaimStatuses=21:[]NodeAllocatableResourceClaimStatus
PodTemplate metadata=1:meta.ObjectMeta template=2:PodTemplateSpec
PodTemplateList metadata=1:meta.ListMeta items=2:[]PodTemplate!
PodTemplateSpec metadata=1:meta.ObjectMeta spec=2:PodSpec
PortStatus port=1:int32! protocol=2:string! error=3:*string
PortworxVolumeSource volumeID=1:string! fsType=2:string readOnly=3:bool
PreferredSchedulingTerm weight=1:int32! preference=2:NodeSelectorTerm
Probe =1:ProbeHandler initialDelaySeconds=2:int32 timeoutSeconds=3:int32 periodSeconds=4:int32 successThreshold=5:int32 failureThreshold=6:int32 terminationGracePeriodSeconds=7:*int64
ProbeHandler exec=1:*ExecAction httpGet=2:*HTTPGetAction tcpSocket=3:*TCPSocketAction grpc=4:*GRPCAction
ProjectedVolumeSource sources=1:[]VolumeProjection! defaultMode=2:*int32
QuobyteVolumeSource registry=1:string! volume=2:string! readOnly=3:bool user=4:string group=5:string tenant=6:string
RBDPersistentVolumeSource monitors=1:[]string! image=2:string! fsType=3:string pool=4:string user=5:string keyring=6:string secretRef=7:*SecretReference readOnly=8:bool
RBDVolumeSource monitors=1:[]string! image=2:string! fsType=3:string pool=4:string user=5:string keyring=6:string secretRef=7:*LocalObjectReference readOnly=8:bool
ReplicationController metadata=1:meta.ObjectMeta spec=2:ReplicationControllerSpec status=3:ReplicationControllerStatus
ReplicationControllerCondition type=1:string! status=2:string! lastTransitionTime=3:Time! reason=4:string message=5:string
ReplicationControllerList metadata=1:meta.ListMeta items=2:[]ReplicationController!
ReplicationControllerSpec replicas=1:*int32 minReadySeconds=4:int32 selector=2:{}string template=3:*PodTemplateSpec
ReplicationControllerStatus replicas=1:int32! fullyLabeledReplicas=2:int32 readyReplicas=4:int32 availableReplicas=5:int32 observedGeneration=3:int64 conditions=6:[]ReplicationControllerCondition
ResourceClaim name=1:string! request=2:string
ResourceFieldSelector containerName=1:string resource=2:string! divisor=3:Quantity!
ResourceHealth resourceID=1:string! health=2:string message=6:*string
ResourceQuota metadata=1:meta.ObjectMeta spec=2:ResourceQuotaSpec status=3:ResourceQuotaStatus
ResourceQuotaList metadata=1:meta.ListMeta items=2:[]ResourceQuota!
ResourceQuotaSpec hard=1:{}Quantity scopes=2:[]string scopeSelector=3:*ScopeSelector
ResourceQuotaStatus hard=1:{}Quantity used=2:{}Quantity
ResourceRequirements limits=1:{}Quantity requests=2:{}Quantity claims=3:[]ResourceClaim
ResourceStatus name=1:string! resources=2:[]ResourceHealth
SELinuxOptions user=1:string role=2:string type=3:string level=4:string
ScaleIOPersistentVolumeSource gateway=1:string! system=2:string! secretRef=3:*SecretReference! sslEnabled=4:bool protectionDomain=5:string storagePool=6:string storageMode=7:string volumeName=8:string fsType=9:string readOnly=10:bool
ScaleIOVolumeSource gateway=1:string! system=2:string! secretRef=3:*LocalObjectReference! sslEnabled=4:bool protectionDomain=5:string storagePool=6:string storageMode=7:string volumeName=8:string fsType=9:string readOnly=10:bool
ScopeSelector matchExpressions=1:[]ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement scopeName=1:string! operator=2:string! values=3:[]string
SeccompProfile type=1:string! localhostProfile=2:*string
Secret metadata=1:meta.ObjectMeta immutable=5:*bool data=2:{}bytes stringData=4:{}string type=3:string
SecretEnvSource =1:LocalObjectReference optional=2:*bool
SecretKeySelector =1:LocalObjectReference key=2:string! optional=3:*bool
SecretList metadata=1:meta.ListMeta items=2:[]Secret!
SecretProjection =1:LocalObjectReference items=2:[]KeyToPath optional=4:*bool
SecretReference name=1:string namespace=2:string
SecretVolumeSource secretName=1:string items=2:[]KeyToPath defaultMode=3:*int32 optional=4:*bool
SecurityContext capabilities=1:*Capabilities privileged=2:*bool seLinuxOptions=3:*SELinuxOptions windowsOptions=10:*WindowsSecurityContextOptions runAsUser=4:*int64 runAsGroup=8:*int64 runAsNonRoot=5:*bool readOnlyRootFilesystem=6:*bool allowPrivilegeEscalation=7:*bool procMount=9:*string seccompProfile=11:*SeccompProfile appArmorProfile=12:*AppArmorProfile
Service metadata=1:meta.ObjectMeta spec=2:ServiceSpec status=3:ServiceStatus
ServiceAccount metadata=1:meta.ObjectMeta secrets=2:[]ObjectReference imagePullSecrets=3:[]LocalObjectReference automountServiceAccountToken=4:*bool
ServiceAccountList metadata=1:meta.ListMeta items=2:[]ServiceAccount!
ServiceAccountTokenProjection audience=1:string expirationSeconds=2:*int64 path=3:string!
ServiceList metadata=1:meta.ListMeta items=2:[]Service!
ServicePort name=1:string protocol=2:string appProtocol=6:*string port=3:int32! targetPort=4:IntOrString! nodePort=5:int32
ServiceSpec ports=1:[]ServicePort selector=2:{}string clusterIP=3:string clusterIPs=18:[]string type=4:string externalIPs=5:[]string sessionAffinity=7:string loadBalancerIP=8:string loadBalancerSourceRanges=9:[]string externalName=10:string externalTrafficPolicy=11:string healthCheckNodePort=12:int32 publishNotReadyAddresses=13:bool sessionAffinityConfig=14:*SessionAffinityConfig ipFamilies=19:[]string ipFamilyPolicy=17:*string allocateLoadBalancerNodePorts=20:*bool loadBalancerClass=21:*string internalTrafficPolicy=22:*string trafficDistribution=23:*string
ServiceStatus loadBalancer=1:LoadBalancerStatus conditions=2:[]meta.Condition
SessionAffinityConfig clientIP=1:*ClientIPConfig
SleepAction seconds=1:int64!
StorageOSPersistentVolumeSource volumeName=1:string volumeNamespace=2:string fsType=3:string readOnly=4:bool secretRef=5:*ObjectReference
StorageOSVolumeSource volumeName=1:string volumeNamespace=2:string fsType=3:string readOnly=4:bool secretRef=5:*LocalObjectReference
Sysctl name=1:string! value=2:string!
TCPSocketAction port=1:IntOrString! host=2:string
Taint key=1:string! value=2:string effect=3:string! timeAdded=4:*Time
Toleration key=1:string operator=2:string value=3:string effect=4:string tolerationSeconds=5:*int64
TopologySelectorLabelRequirement key=1:string! values=2:[]string!
TopologySelectorTerm matchLabelExpressions=1:[]TopologySelectorLabelRequirement
TopologySpreadConstraint maxSkew=1:int32! topologyKey=2:string! whenUnsatisfiable=3:string! labelSelector=4:*meta.LabelSelector minDomains=5:*int32 nodeAffinityPolicy=6:*string nodeTaintsPolicy=7:*string matchLabelKeys=8:[]string
TypedLocalObjectReference apiGroup=1:*string! kind=2:string! name=3:string!
TypedObjectReference apiGroup=1:*string! kind=2:string! name=3:string! namespace=4:*string
Volume name=1:string! =2:VolumeSource
VolumeDevice name=1:string! devicePath=2:string!
VolumeMount name=1:string! readOnly=2:bool recursiveReadOnly=7:*string mountPath=3:string! subPath=4:string mountPropagation=5:*string subPathExpr=6:string
VolumeMountStatus name=1:string! mountPath=2:string! readOnly=3:bool recursiveReadOnly=4:*string volumeStatus=5:*VolumeStatus
VolumeNodeAffinity required=1:*NodeSelector
VolumeProjection secret=1:*SecretProjection downwardAPI=2:*DownwardAPIProjection configMap=3:*ConfigMapProjection serviceAccountToken=4:*ServiceAccountTokenProjection clusterTrustBundle=5:*ClusterTrustBundleProjection podCertificate=6:*PodCertificateProjection
VolumeResourceRequirements limits=1:{}Quantity requests=2:{}Quantity
VolumeSource hostPath=1:*HostPathVolumeSource emptyDir=2:*EmptyDirVolumeSource gcePersistentDisk=3:*GCEPersistentDiskVolumeSource awsElasticBlockStore=4:*AWSElasticBlockStoreVolumeSource gitRepo=5:*GitRepoVolumeSource secret=6:*SecretVolumeSource nfs=7:*NFSVolumeSource iscsi=8:*ISCSIVolumeSource glusterfs=9:*GlusterfsVolumeSource persistentVolumeClaim=10:*PersistentVolumeClaimVolumeSource rbd=11:*RBDVolumeSource flexVolume=12:*FlexVolumeSource cinder=13:*CinderVolumeSource cephfs=14:*CephFSVolumeSource flocker=15:*FlockerVolumeSource downwardAPI=16:*DownwardAPIVolumeSource fc=17:*FCVolumeSource azureFile=18:*AzureFileVolumeSource configMap=19:*ConfigMapVolumeSource vsphereVolume=20:*VsphereVirtualDiskVolumeSource quobyte=21:*QuobyteVolumeSource azureDisk=22:*AzureDiskVolumeSource photonPersistentDisk=23:*PhotonPersistentDiskVolumeSource projected=26:*ProjectedVolumeSource portworxVolume=24:*PortworxVolumeSource scaleIO=25:*ScaleIOVolumeSource storageos=27:*StorageOSVolumeSource csi=28:*CSIVolumeSource ephemeral=29:*EphemeralVolumeSource image=30:*ImageVolumeSource
VolumeStatus image=1:*ImageVolumeStatus
VsphereVirtualDiskVolumeSource volumePath=1:string! fsType=2:string storagePolicyName=3:string storagePolicyID=4:string
WeightedPodAffinityTerm weight=1:int32! podAffinityTerm=2:PodAffinityTerm
WindowsSecurityContextOptions gmsaCredentialSpecName=1:*string gmsaCredentialSpec=2:*string runAsUserName=3:*string hostProcess=4:*bool
`,
};
