import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const appsV1: PackageText = {
  path: "apps/v1",
  group: "apps",
  version: "v1",
  prefix: "io.k8s.api.apps.v1.",
  resources: `[
{"plural":"controllerrevisions","singular":"controllerrevision","kind":"ControllerRevision","columns":[["Name","string","name"],["Controller","string"],["Revision","string"],["Age","string"]]},
{"plural":"daemonsets","singular":"daemonset","kind":"DaemonSet","shortNames":["ds"],"categories":["all"],"subresources":[{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Desired","integer"],["Current","integer"],["Ready","integer"],["Up-to-date","integer"],["Available","integer"],["Node Selector","string"],["Age","string"],["Containers","string","",1],["Images","string","",1],["Selector","string","",1]]},
{"plural":"deployments","singular":"deployment","kind":"Deployment","shortNames":["deploy"],"categories":["all"],"subresources":[{"name":"scale","kind":"Scale","group":"autoscaling","version":"v1"},{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Ready","string"],["Up-to-date","string"],["Available","string"],["Age","string"],["Containers","string","",1],["Images","string","",1],["Selector","string","",1]]},
{"plural":"replicasets","singular":"replicaset","kind":"ReplicaSet","shortNames":["rs"],"categories":["all"],"subresources":[{"name":"scale","kind":"Scale","group":"autoscaling","version":"v1"},{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Desired","integer"],["Current","integer"],["Ready","integer"],["Age","string"],["Containers","string","",1],["Images","string","",1],["Selector","string","",1]]},
{"plural":"statefulsets","singular":"statefulset","kind":"StatefulSet","shortNames":["sts"],"categories":["all"],"subresources":[{"name":"scale","kind":"Scale","group":"autoscaling","version":"v1"},{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Ready","string"],["Age","string"],["Containers","string","",1],["Images","string","",1]]}
]`,
  types: `{
"ControllerRevision":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","data":"raw","revision":"int64;keep;required"},
"ControllerRevisionList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ControllerRevision;keep;required"},
"DaemonSet":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"DaemonSetSpec","status":"DaemonSetStatus"},
"DaemonSetCondition":{"type":"DaemonSetConditionType;keep;required","status":"core/v1.ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string"},
"DaemonSetConditionType":"string",
"DaemonSetList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]DaemonSet;keep;required"},
"DaemonSetSpec":{"selector":"*meta/v1.LabelSelector;keep;required","template":"core/v1.PodTemplateSpec;keep;required","updateStrategy":"DaemonSetUpdateStrategy","minReadySeconds":"int32","revisionHistoryLimit":"*int32"},
"DaemonSetStatus":{"currentNumberScheduled":"int32;keep;required","numberMisscheduled":"int32;keep;required","desiredNumberScheduled":"int32;keep;required","numberReady":"int32;keep;required","observedGeneration":"int64","updatedNumberScheduled":"int32","numberAvailable":"int32","numberUnavailable":"int32","collisionCount":"*int32","conditions":"[]DaemonSetCondition;list=map:type;patch=merge:type"},
"DaemonSetUpdateStrategy":{"type":"DaemonSetUpdateStrategyType;enum=OnDelete|RollingUpdate","rollingUpdate":"*RollingUpdateDaemonSet"},
"DaemonSetUpdateStrategyType":"string",
"Deployment":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"DeploymentSpec","status":"DeploymentStatus"},
"DeploymentCondition":{"type":"DeploymentConditionType;keep;required","status":"core/v1.ConditionStatus;keep;required","lastUpdateTime":"time","lastTransitionTime":"time","reason":"string","message":"string"},
"DeploymentConditionType":"string",
"DeploymentList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Deployment;keep;required"},
"DeploymentSpec":{"replicas":"*int32","selector":"*meta/v1.LabelSelector;keep;required","template":"core/v1.PodTemplateSpec;keep;required","strategy":"DeploymentStrategy;patch=retainKeys","minReadySeconds":"int32","revisionHistoryLimit":"*int32","paused":"bool","progressDeadlineSeconds":"*int32"},
"DeploymentStatus":{"observedGeneration":"int64","replicas":"int32","updatedReplicas":"int32","readyReplicas":"int32","availableReplicas":"int32","unavailableReplicas":"int32","terminatingReplicas":"*int32","conditions":"[]DeploymentCondition;list=map:type;patch=merge:type","collisionCount":"*int32"},
"DeploymentStrategy":{"type":"DeploymentStrategyType;enum=Recreate|RollingUpdate","rollingUpdate":"*RollingUpdateDeployment"},
"DeploymentStrategyType":"string",
"PersistentVolumeClaimRetentionPolicyType":"string",
"PodManagementPolicyType":"string",
"ReplicaSet":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ReplicaSetSpec","status":"ReplicaSetStatus"},
"ReplicaSetCondition":{"type":"ReplicaSetConditionType;keep;required","status":"core/v1.ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string"},
"ReplicaSetConditionType":"string",
"ReplicaSetList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ReplicaSet;keep;required"},
"ReplicaSetSpec":{"replicas":"*int32","minReadySeconds":"int32","selector":"*meta/v1.LabelSelector;keep;required","template":"core/v1.PodTemplateSpec"},
"ReplicaSetStatus":{"replicas":"int32;keep;required","fullyLabeledReplicas":"int32","readyReplicas":"int32","availableReplicas":"int32","terminatingReplicas":"*int32","observedGeneration":"int64","conditions":"[]ReplicaSetCondition;list=map:type;patch=merge:type"},
"RollingUpdateDaemonSet":{"maxUnavailable":"*intOrString","maxSurge":"*intOrString"},
"RollingUpdateDeployment":{"maxUnavailable":"*intOrString","maxSurge":"*intOrString"},
"RollingUpdateStatefulSetStrategy":{"partition":"*int32","maxUnavailable":"*intOrString"},
"StatefulSet":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"StatefulSetSpec","status":"StatefulSetStatus"},
"StatefulSetCondition":{"type":"StatefulSetConditionType;keep;required","status":"core/v1.ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string"},
"StatefulSetConditionType":"string",
"StatefulSetList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]StatefulSet;keep;required"},
"StatefulSetOrdinals":{"start":"int32;keep"},
"StatefulSetPersistentVolumeClaimRetentionPolicy":{"whenDeleted":"PersistentVolumeClaimRetentionPolicyType","whenScaled":"PersistentVolumeClaimRetentionPolicyType"},
"StatefulSetSpec":{"replicas":"*int32","selector":"*meta/v1.LabelSelector;keep;required","template":"core/v1.PodTemplateSpec;keep;required","volumeClaimTemplates":"[]core/v1.PersistentVolumeClaim;list=atomic","serviceName":"string;keep","podManagementPolicy":"PodManagementPolicyType;enum=OrderedReady|Parallel","updateStrategy":"StatefulSetUpdateStrategy","revisionHistoryLimit":"*int32","minReadySeconds":"int32","persistentVolumeClaimRetentionPolicy":"*StatefulSetPersistentVolumeClaimRetentionPolicy","ordinals":"*StatefulSetOrdinals"},
"StatefulSetStatus":{"observedGeneration":"int64","replicas":"int32;keep;required","readyReplicas":"int32","currentReplicas":"int32","updatedReplicas":"int32","currentRevision":"string","updateRevision":"string","collisionCount":"*int32","conditions":"[]StatefulSetCondition;list=map:type;patch=merge:type","availableReplicas":"int32;keep"},
"StatefulSetUpdateStrategy":{"type":"StatefulSetUpdateStrategyType;enum=OnDelete|RollingUpdate","rollingUpdate":"*RollingUpdateStatefulSetStrategy"},
"StatefulSetUpdateStrategyType":"string"
}`,
  kinds:
    "ControllerRevision ControllerRevisionList DaemonSet DaemonSetList Deployment DeploymentList ReplicaSet ReplicaSetList StatefulSet StatefulSetList",
  messages: `
ControllerRevision metadata=1:meta.ObjectMeta data=2:RawExtension! revision=3:int64!
ControllerRevisionList metadata=1:meta.ListMeta items=2:[]ControllerRevision!
DaemonSet metadata=1:meta.ObjectMeta spec=2:DaemonSetSpec status=3:DaemonSetStatus
DaemonSetCondition type=1:string! status=2:string! lastTransitionTime=3:Time! reason=4:string message=5:string
DaemonSetList metadata=1:meta.ListMeta items=2:[]DaemonSet!
DaemonSetSpec selector=1:*meta.LabelSelector! template=2:core.PodTemplateSpec updateStrategy=3:DaemonSetUpdateStrategy minReadySeconds=4:int32 revisionHistoryLimit=6:*int32
DaemonSetStatus currentNumberScheduled=1:int32! numberMisscheduled=2:int32! desiredNumberScheduled=3:int32! numberReady=4:int32! observedGeneration=5:int64 updatedNumberScheduled=6:int32 numberAvailable=7:int32 numberUnavailable=8:int32 collisionCount=9:*int32 conditions=10:[]DaemonSetCondition
DaemonSetUpdateStrategy type=1:string rollingUpdate=2:*RollingUpdateDaemonSet
Deployment metadata=1:meta.ObjectMeta spec=2:DeploymentSpec status=3:DeploymentStatus
DeploymentCondition type=1:string! status=2:string! lastUpdateTime=6:Time! lastTransitionTime=7:Time! reason=4:string message=5:string
DeploymentList metadata=1:meta.ListMeta items=2:[]Deployment!
DeploymentSpec replicas=1:*int32 selector=2:*meta.LabelSelector! template=3:core.PodTemplateSpec strategy=4:DeploymentStrategy minReadySeconds=5:int32 revisionHistoryLimit=6:*int32 paused=7:bool progressDeadlineSeconds=9:*int32
DeploymentStatus observedGeneration=1:int64 replicas=2:int32 updatedReplicas=3:int32 readyReplicas=7:int32 availableReplicas=4:int32 unavailableReplicas=5:int32 terminatingReplicas=9:*int32 conditions=6:[]DeploymentCondition collisionCount=8:*int32
DeploymentStrategy type=1:string rollingUpdate=2:*RollingUpdateDeployment
ReplicaSet metadata=1:meta.ObjectMeta spec=2:ReplicaSetSpec status=3:ReplicaSetStatus
ReplicaSetCondition type=1:string! status=2:string! lastTransitionTime=3:Time! reason=4:string message=5:string
ReplicaSetList metadata=1:meta.ListMeta items=2:[]ReplicaSet!
ReplicaSetSpec replicas=1:*int32 minReadySeconds=4:int32 selector=2:*meta.LabelSelector! template=3:core.PodTemplateSpec
ReplicaSetStatus replicas=1:int32! fullyLabeledReplicas=2:int32 readyReplicas=4:int32 availableReplicas=5:int32 terminatingReplicas=7:*int32 observedGeneration=3:int64 conditions=6:[]ReplicaSetCondition
RollingUpdateDaemonSet maxUnavailable=1:*IntOrString maxSurge=2:*IntOrString
RollingUpdateDeployment maxUnavailable=1:*IntOrString maxSurge=2:*IntOrString
RollingUpdateStatefulSetStrategy partition=1:*int32 maxUnavailable=2:*IntOrString
StatefulSet metadata=1:meta.ObjectMeta spec=2:StatefulSetSpec status=3:StatefulSetStatus
StatefulSetCondition type=1:string! status=2:string! lastTransitionTime=3:Time! reason=4:string message=5:string
StatefulSetList metadata=1:meta.ListMeta items=2:[]StatefulSet!
StatefulSetOrdinals start=1:int32!
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted=1:string whenScaled=2:string
StatefulSetSpec replicas=1:*int32 selector=2:*meta.LabelSelector! template=3:core.PodTemplateSpec volumeClaimTemplates=4:[]core.PersistentVolumeClaim serviceName=5:string! podManagementPolicy=6:string updateStrategy=7:StatefulSetUpdateStrategy revisionHistoryLimit=8:*int32 minReadySeconds=9:int32 persistentVolumeClaimRetentionPolicy=10:*StatefulSetPersistentVolumeClaimRetentionPolicy ordinals=11:*StatefulSetOrdinals
StatefulSetStatus observedGeneration=1:int64 replicas=2:int32! readyReplicas=3:int32 currentReplicas=4:int32 updatedReplicas=5:int32 currentRevision=6:string updateRevision=7:string collisionCount=9:*int32 conditions=10:[]StatefulSetCondition availableReplicas=11:int32!
StatefulSetUpdateStrategy type=1:string rollingUpdate=2:*RollingUpdateStatefulSetStrategy
`,
};
