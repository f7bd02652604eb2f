/** See the README beside this file. */
export const policyV1 = `
Eviction metadata=1:meta.ObjectMeta deleteOptions=2:*meta.DeleteOptions
PodDisruptionBudget metadata=1:meta.ObjectMeta spec=2:PodDisruptionBudgetSpec status=3:PodDisruptionBudgetStatus
PodDisruptionBudgetList metadata=1:meta.ListMeta items=2:[]PodDisruptionBudget!
PodDisruptionBudgetSpec minAvailable=1:*IntOrString selector=2:*meta.LabelSelector maxUnavailable=3:*IntOrString unhealthyPodEvictionPolicy=4:*string
PodDisruptionBudgetStatus observedGeneration=1:int64 disruptedPods=2:{}Time disruptionsAllowed=3:int32! currentHealthy=4:int32! desiredHealthy=5:int32! expectedPods=6:int32! conditions=7:[]meta.Condition
`;
