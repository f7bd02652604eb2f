import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const autoscalingV2: PackageText = {
  path: "autoscaling/v2",
  group: "autoscaling",
  version: "v2",
  prefix: "io.k8s.api.autoscaling.v2.",
  resources: `[
{"plural":"horizontalpodautoscalers","singular":"horizontalpodautoscaler","kind":"HorizontalPodAutoscaler","shortNames":["hpa"],"categories":["all"],"subresources":[{"name":"status"}],"columns":[["Name","string","name"],["Reference","string"],["Targets","string"],["MinPods","string"],["MaxPods","string"],["Replicas","string"],["Age","string"]]}
]`,
  types: `{
"ContainerResourceMetricSource":{"name":"core/v1.ResourceName;keep;required","target":"MetricTarget;keep;required","container":"string;keep;required"},
"ContainerResourceMetricStatus":{"name":"core/v1.ResourceName;keep;required","current":"MetricValueStatus;keep;required","container":"string;keep;required"},
"CrossVersionObjectReference":{"kind":"string;keep;required","name":"string;keep;required","apiVersion":"string"},
"ExternalMetricSource":{"metric":"MetricIdentifier;keep;required","target":"MetricTarget;keep;required"},
"ExternalMetricStatus":{"metric":"MetricIdentifier;keep;required","current":"MetricValueStatus;keep;required"},
"HPAScalingPolicy":{"type":"HPAScalingPolicyType;keep;required","value":"int32;keep;required","periodSeconds":"int32;keep;required"},
"HPAScalingPolicyType":"string",
"HPAScalingRules":{"stabilizationWindowSeconds":"*int32","selectPolicy":"*ScalingPolicySelect","policies":"[]HPAScalingPolicy;list=atomic","tolerance":"*quantity"},
"HorizontalPodAutoscaler":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"HorizontalPodAutoscalerSpec;required","status":"HorizontalPodAutoscalerStatus"},
"HorizontalPodAutoscalerBehavior":{"scaleUp":"*HPAScalingRules","scaleDown":"*HPAScalingRules"},
"HorizontalPodAutoscalerCondition":{"type":"HorizontalPodAutoscalerConditionType;keep;required","status":"core/v1.ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string"},
"HorizontalPodAutoscalerConditionType":"string",
"HorizontalPodAutoscalerList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]HorizontalPodAutoscaler;keep;required"},
"HorizontalPodAutoscalerSpec":{"scaleTargetRef":"CrossVersionObjectReference;keep;required","minReplicas":"*int32","maxReplicas":"int32;keep;required","metrics":"[]MetricSpec;list=atomic","behavior":"*HorizontalPodAutoscalerBehavior"},
"HorizontalPodAutoscalerStatus":{"observedGeneration":"*int64","lastScaleTime":"*time","currentReplicas":"int32","desiredReplicas":"int32;keep;required","currentMetrics":"[]MetricStatus;keep;list=atomic","conditions":"[]HorizontalPodAutoscalerCondition;list=map:type;patch=merge:type"},
"MetricIdentifier":{"name":"string;keep;required","selector":"*meta/v1.LabelSelector"},
"MetricSourceType":"string",
"MetricSpec":{"type":"MetricSourceType;keep;required","object":"*ObjectMetricSource","pods":"*PodsMetricSource","resource":"*ResourceMetricSource","containerResource":"*ContainerResourceMetricSource","external":"*ExternalMetricSource"},
"MetricStatus":{"type":"MetricSourceType;keep;required","object":"*ObjectMetricStatus","pods":"*PodsMetricStatus","resource":"*ResourceMetricStatus","containerResource":"*ContainerResourceMetricStatus","external":"*ExternalMetricStatus"},
"MetricTarget":{"type":"MetricTargetType;keep;required","value":"*quantity","averageValue":"*quantity","averageUtilization":"*int32"},
"MetricTargetType":"string",
"MetricValueStatus":{"value":"*quantity","averageValue":"*quantity","averageUtilization":"*int32"},
"ObjectMetricSource":{"describedObject":"CrossVersionObjectReference;keep;required","target":"MetricTarget;keep;required","metric":"MetricIdentifier;keep;required"},
"ObjectMetricStatus":{"metric":"MetricIdentifier;keep;required","current":"MetricValueStatus;keep;required","describedObject":"CrossVersionObjectReference;keep;required"},
"PodsMetricSource":{"metric":"MetricIdentifier;keep;required","target":"MetricTarget;keep;required"},
"PodsMetricStatus":{"metric":"MetricIdentifier;keep;required","current":"MetricValueStatus;keep;required"},
"ResourceMetricSource":{"name":"core/v1.ResourceName;keep;required","target":"MetricTarget;keep;required"},
"ResourceMetricStatus":{"name":"core/v1.ResourceName;keep;required","current":"MetricValueStatus;keep;required"},
"ScalingPolicySelect":"string"
}`,
  kinds: "HorizontalPodAutoscaler HorizontalPodAutoscalerList",
  messages: `
ContainerResourceMetricSource name=1:string! target=2:MetricTarget container=3:string!
ContainerResourceMetricStatus name=1:string! current=2:MetricValueStatus container=3:string!
CrossVersionObjectReference kind=1:string! name=2:string! apiVersion=3:string
ExternalMetricSource metric=1:MetricIdentifier target=2:MetricTarget
ExternalMetricStatus metric=1:MetricIdentifier current=2:MetricValueStatus
HPAScalingPolicy type=1:string! value=2:int32! periodSeconds=3:int32!
HPAScalingRules stabilizationWindowSeconds=3:*int32 selectPolicy=1:*string policies=2:[]HPAScalingPolicy tolerance=4:*Quantity
HorizontalPodAutoscaler metadata=1:meta.ObjectMeta spec=2:HorizontalPodAutoscalerSpec status=3:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior scaleUp=1:*HPAScalingRules scaleDown=2:*HPAScalingRules
HorizontalPodAutoscalerCondition type=1:string! status=2:string! lastTransitionTime=3:Time! reason=4:string message=5:string
HorizontalPodAutoscalerList metadata=1:meta.ListMeta items=2:[]HorizontalPodAutoscaler!
HorizontalPodAutoscalerSpec scaleTargetRef=1:CrossVersionObjectReference minReplicas=2:*int32 maxReplicas=3:int32! metrics=4:[]MetricSpec behavior=5:*HorizontalPodAutoscalerBehavior
HorizontalPodAutoscalerStatus observedGeneration=1:*int64 lastScaleTime=2:*Time currentReplicas=3:int32 desiredReplicas=4:int32! currentMetrics=5:[]MetricStatus! conditions=6:[]HorizontalPodAutoscalerCondition
MetricIdentifier name=1:string! selector=2:*meta.LabelSelector
MetricSpec type=1:string! object=2:*ObjectMetricSource pods=3:*PodsMetricSource resource=4:*ResourceMetricSource containerResource=7:*ContainerResourceMetricSource external=5:*ExternalMetricSource
MetricStatus type=1:string! object=2:*ObjectMetricStatus pods=3:*PodsMetricStatus resource=4:*ResourceMetricStatus containerResource=7:*ContainerResourceMetricStatus external=5:*ExternalMetricStatus
MetricTarget type=1:string! value=2:*Quantity averageValue=3:*Quantity averageUtilization=4:*int32
MetricValueStatus value=1:*Quantity averageValue=2:*Quantity averageUtilization=3:*int32
ObjectMetricSource describedObject=1:CrossVersionObjectReference target=2:MetricTarget metric=3:MetricIdentifier
ObjectMetricStatus metric=1:MetricIdentifier current=2:MetricValueStatus describedObject=3:CrossVersionObjectReference
PodsMetricSource metric=1:MetricIdentifier target=2:MetricTarget
PodsMetricStatus metric=1:MetricIdentifier current=2:MetricValueStatus
ResourceMetricSource name=1:string! target=2:MetricTarget
ResourceMetricStatus name=1:string! current=2:MetricValueStatus
`,
};
