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
};
