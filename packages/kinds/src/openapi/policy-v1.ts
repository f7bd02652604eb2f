/** Descriptions of policy/v1. The README beside this file explains the format. */
export const policyV1 = `
PodDisruptionBudget: Limits how many Pods of a set may be evicted at once.
  spec: Desired state of the PodDisruptionBudget.
  status: Observed state of the PodDisruptionBudget.
PodDisruptionBudgetList: A list of PodDisruptionBudgets.
  items: The PodDisruptionBudgets of this list.
PodDisruptionBudgetSpec: Desired state of a PodDisruptionBudget. Set one of minAvailable and maxUnavailable.
  minAvailable: Number or percentage of Pods that must stay available after an eviction.
  selector: Labels of the Pods. Empty selects all Pods of the namespace.
  maxUnavailable: Number or percentage of Pods that may be unavailable after an eviction.
  unhealthyPodEvictionPolicy: IfHealthyBudget evicts Pods that are not ready only while the budget is met, AlwaysAllow always. Defaults to IfHealthyBudget.
PodDisruptionBudgetStatus: Observed state of a PodDisruptionBudget.
  observedGeneration: metadata.generation that this status reflects.
  disruptedPods: Pods whose eviction was allowed and which are not gone yet, with the time.
  disruptionsAllowed: Number of evictions allowed now.
  currentHealthy: Number of healthy Pods.
  desiredHealthy: Minimum number of healthy Pods.
  expectedPods: Number of Pods the budget counts.
  conditions: Conditions of the PodDisruptionBudget, by type.
Eviction: A request to evict a Pod, sent to its eviction subresource. Refused with 429 while a PodDisruptionBudget does not allow it.
  deleteOptions: Options of the deletion.
`;
