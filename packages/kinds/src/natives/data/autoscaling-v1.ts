import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const autoscalingV1: PackageText = {
  path: "autoscaling/v1",
  group: "autoscaling",
  version: "v1",
  prefix: "io.k8s.api.autoscaling.v1.",
  resources: `[
{"plural":"horizontalpodautoscalers","singular":"horizontalpodautoscaler","kind":"HorizontalPodAutoscaler","shortNames":["hpa"],"categories":["all"],"subresources":[{"name":"status"}],"columns":[["Name","string","name"],["Reference","string"],["Targets","string"],["MinPods","string"],["MaxPods","string"],["Replicas","string"],["Age","string"]]}
]`,
  types: `{
"CrossVersionObjectReference":{"kind":"string;keep;required","name":"string;keep;required","apiVersion":"string"},
"HorizontalPodAutoscaler":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"HorizontalPodAutoscalerSpec;required","status":"HorizontalPodAutoscalerStatus"},
"HorizontalPodAutoscalerList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]HorizontalPodAutoscaler;keep;required"},
"HorizontalPodAutoscalerSpec":{"scaleTargetRef":"CrossVersionObjectReference;keep;required","minReplicas":"*int32","maxReplicas":"int32;keep;required","targetCPUUtilizationPercentage":"*int32"},
"HorizontalPodAutoscalerStatus":{"observedGeneration":"*int64","lastScaleTime":"*time","currentReplicas":"int32;keep;required","desiredReplicas":"int32;keep;required","currentCPUUtilizationPercentage":"*int32"},
"Scale":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ScaleSpec","status":"ScaleStatus"},
"ScaleSpec":{"replicas":"int32;default=0"},
"ScaleStatus":{"replicas":"int32;keep;required","selector":"string"}
}`,
  kinds: "HorizontalPodAutoscaler HorizontalPodAutoscalerList Scale",
  atomic: "CrossVersionObjectReference",
  messages: `
CrossVersionObjectReference kind=1:string! name=2:string! apiVersion=3:string
HorizontalPodAutoscaler metadata=1:meta.ObjectMeta spec=2:HorizontalPodAutoscalerSpec status=3:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerList metadata=1:meta.ListMeta items=2:[]HorizontalPodAutoscaler!
HorizontalPodAutoscalerSpec scaleTargetRef=1:CrossVersionObjectReference minReplicas=2:*int32 maxReplicas=3:int32! targetCPUUtilizationPercentage=4:*int32
HorizontalPodAutoscalerStatus observedGeneration=1:*int64 lastScaleTime=2:*Time currentReplicas=3:int32! desiredReplicas=4:int32! currentCPUUtilizationPercentage=5:*int32
Scale metadata=1:meta.ObjectMeta spec=2:ScaleSpec status=3:ScaleStatus
ScaleSpec replicas=1:int32
ScaleStatus replicas=1:int32! selector=2:string
`,
};
