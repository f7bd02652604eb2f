/** Descriptions of autoscaling/v2. The README beside this file explains the format. */
export const autoscalingV2 = `
HorizontalPodAutoscaler: Scales a workload between minReplicas and maxReplicas so that its metrics meet their targets.
  spec: Target, bounds and metrics of the autoscaler.
  status: Metrics and replica counts as last observed by the autoscaler.
HorizontalPodAutoscalerList: A list of HorizontalPodAutoscalers.
HorizontalPodAutoscalerSpec: Target, bounds and metrics of an autoscaler.
  scaleTargetRef: Workload to scale, through its scale subresource.
  minReplicas: Minimum number of replicas. Defaults to 1. 0 requires the feature gate HPAScaleToZero and an Object or External metric.
  maxReplicas: Maximum number of replicas. Not below minReplicas.
  metrics: Metrics that determine the number of replicas; the highest result wins. Defaults to 80 % CPU utilization.
  behavior: Speed of scaling in each direction. Unset fields keep their defaults.
HorizontalPodAutoscalerStatus: Observed state of an autoscaler.
  lastScaleTime: Time of the last scaling.
  currentReplicas: Number of replicas last observed.
  desiredReplicas: Number of replicas last computed.
  currentMetrics: Metrics last read, in the order of spec.metrics.
HorizontalPodAutoscalerCondition: A condition of an autoscaler.
  type: AbleToScale, ScalingActive or ScalingLimited.
  status: True, False or Unknown.
HorizontalPodAutoscalerBehavior: Speed of scaling up and down.
  scaleUp: Rules for adding replicas. Defaults to doubling or 4 Pods in 15 seconds, whichever is more, without a stabilization window.
  scaleDown: Rules for removing replicas. Defaults to all surplus Pods in 15 seconds, with a stabilization window of 300 seconds.
HPAScalingRules: Limits of scaling in one direction.
  stabilizationWindowSeconds: Seconds of past recommendations to consider, 0 to 3600: scaling down uses the highest, scaling up the lowest. Defaults to 0 for scaleUp and 300 for scaleDown.
  selectPolicy: Which of several policies applies: Max (the largest change), Min (the smallest) or Disabled (no scaling in this direction). Defaults to Max.
  policies: Limits of the change within a period. At least one if rules are given.
  tolerance: Relative difference between current and target value that is ignored, such as 0.05. Defaults to the setting of the controller, 0.1.
HPAScalingPolicy: A limit of the change within a period.
  type: Pods (an absolute number) or Percent (of the current replicas).
  value: Largest change within the period. Above 0.
  periodSeconds: Length of the period in seconds, 1 to 1800.
CrossVersionObjectReference: A reference to an object in the same namespace.
  name: Name of the object.
MetricSpec: A metric and its target. Exactly the field that type names is set.
  type: Source of the metric: Resource, ContainerResource, Pods, Object or External.
  object: Metric that describes one object, such as hits of an Ingress.
  pods: Metric of each Pod of the workload, such as transactions per second. It is averaged.
  resource: CPU or memory of all containers of the Pods, as reported by metrics.k8s.io.
  containerResource: CPU or memory of one container of the Pods.
  external: Metric without a relation to an object of the cluster, such as the length of a queue outside.
MetricStatus: Last value of a metric. The field that type names is set.
  type: Source of the metric: Resource, ContainerResource, Pods, Object or External.
  object: Value of an Object metric.
  pods: Value of a Pods metric.
  resource: Value of a Resource metric.
  containerResource: Value of a ContainerResource metric.
  external: Value of an External metric.
MetricIdentifier: Name of a metric and the series to read.
  name: Name of the metric.
  selector: Label selector of the series of the metric. The name alone identifies it if unset.
MetricTarget: Target value of a metric. The field that type names is set.
  type: Utilization, Value or AverageValue.
  value: Target of the metric itself. Above 0.
  averageValue: Target of the average over all Pods. Above 0.
  averageUtilization: Target of the average over all Pods, in percent of their requests. Above 0. Resource and ContainerResource metrics only.
MetricValueStatus: Last value of a metric.
  value: Value of the metric.
  averageValue: Average over all Pods.
  averageUtilization: Average over all Pods, in percent of their requests.
ResourceMetricSource: CPU or memory of all containers of the Pods.
  name: Name of the resource: cpu or memory.
  target: Target value. Its type is Utilization or AverageValue.
ResourceMetricStatus: Last value of a Resource metric.
  name: Name of the resource.
  current: Last value of the metric.
ContainerResourceMetricSource: CPU or memory of one container of the Pods.
  name: Name of the resource: cpu or memory.
  target: Target value. Its type is Utilization or AverageValue.
  container: Name of the container.
ContainerResourceMetricStatus: Last value of a ContainerResource metric.
  name: Name of the resource.
  current: Last value of the metric.
  container: Name of the container.
PodsMetricSource: Metric of each Pod of the workload.
  metric: Metric to read.
  target: Target value. Its type is AverageValue.
PodsMetricStatus: Last value of a Pods metric.
  metric: Metric that was read.
  current: Last value of the metric.
ObjectMetricSource: Metric that describes one object.
  describedObject: Object in the namespace of the autoscaler that the metric describes.
  target: Target value. Its type is Value or AverageValue.
  metric: Metric to read.
ObjectMetricStatus: Last value of an Object metric.
  metric: Metric that was read.
  current: Last value of the metric.
  describedObject: Object that the metric describes.
ExternalMetricSource: Metric without a relation to an object of the cluster.
  metric: Metric to read.
  target: Target value. Its type is Value or AverageValue.
ExternalMetricStatus: Last value of an External metric.
  metric: Metric that was read.
  current: Last value of the metric.
`;
