/** Descriptions of scheduling.k8s.io/v1. The README beside this file explains the format. */
export const schedulingV1 = `
PriorityClass: A name for a priority, which Pods choose by priorityClassName.
  value: Priority; higher Pods are scheduled first and may preempt lower ones. At most 1000000000 for classes that are not Kubernetes' own. Cannot be changed.
  globalDefault: Whether Pods without a priorityClassName get this class. At most one class; of several the lowest value counts. Defaults to false.
  description: When to use the class.
  preemptionPolicy: PreemptLowerPriority evicts Pods of lower priority to make room, Never waits in the queue. Defaults to PreemptLowerPriority. Cannot be changed.
PriorityClassList: A list of PriorityClasses.
`;
