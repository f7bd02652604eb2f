/** Descriptions of autoscaling/v1. The README beside this file explains the format. */
export const autoscalingV1 = `
Scale: Number of replicas of a workload, as the scale subresource shows it.
  spec: Desired number of replicas.
  status: Current number of replicas. Read-only.
ScaleSpec: Desired scale.
  replicas: Desired number of replicas.
ScaleStatus: Current scale.
  replicas: Number of replicas last observed.
  selector: Label selector of the replicas in text form.
HorizontalPodAutoscaler: Scales a workload by the use of its Pods.
  spec: Target and bounds of the autoscaler.
  status: Observed state of the autoscaler.
HorizontalPodAutoscalerList: A list of HorizontalPodAutoscalers.
  items: The HorizontalPodAutoscalers of this list.
HorizontalPodAutoscalerSpec: Target and bounds of an autoscaler.
  scaleTargetRef: Workload to scale, through its scale subresource.
  minReplicas: Minimum number of replicas. Defaults to 1.
  maxReplicas: Maximum number of replicas. Not below minReplicas.
  targetCPUUtilizationPercentage: Average CPU use, in percent of the request, to aim for.
HorizontalPodAutoscalerStatus: Observed state of an autoscaler.
  observedGeneration: metadata.generation that this status reflects.
  lastScaleTime: Time of the last scaling.
  currentReplicas: Number of replicas last observed.
  desiredReplicas: Number of replicas last computed.
  currentCPUUtilizationPercentage: Average CPU use last observed, in percent of the request.
CrossVersionObjectReference: A reference to a workload.
  kind: Kind of the object.
  name: Name of the object.
  apiVersion: API version of the object.
`;
