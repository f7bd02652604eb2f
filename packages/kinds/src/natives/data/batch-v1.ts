import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const batchV1: PackageText = {
  path: "batch/v1",
  group: "batch",
  version: "v1",
  prefix: "io.k8s.api.batch.v1.",
  resources: `[
{"plural":"cronjobs","singular":"cronjob","kind":"CronJob","shortNames":["cj"],"categories":["all"],"subresources":[{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Schedule","string"],["Timezone","string"],["Suspend","boolean"],["Active","integer"],["Last Schedule","string"],["Age","string"],["Containers","string","",1],["Images","string","",1],["Selector","string","",1]]},
{"plural":"jobs","singular":"job","kind":"Job","categories":["all"],"subresources":[{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Status","string"],["Completions","string"],["Duration","string"],["Age","string"],["Containers","string","",1],["Images","string","",1],["Selector","string","",1]]}
]`,
  types: `{
"CompletionMode":"string",
"ConcurrencyPolicy":"string",
"CronJob":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"CronJobSpec;required","status":"CronJobStatus"},
"CronJobList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]CronJob;keep;required"},
"CronJobSpec":{"schedule":"string;keep;required","timeZone":"*string","startingDeadlineSeconds":"*int64","concurrencyPolicy":"ConcurrencyPolicy;enum=Allow|Forbid|Replace","suspend":"*bool","jobTemplate":"JobTemplateSpec;keep;required","successfulJobsHistoryLimit":"*int32","failedJobsHistoryLimit":"*int32"},
"CronJobStatus":{"active":"[]core/v1.ObjectReference;list=atomic","lastScheduleTime":"*time","lastSuccessfulTime":"*time"},
"Job":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"JobSpec","status":"JobStatus"},
"JobCondition":{"type":"JobConditionType;keep;required","status":"core/v1.ConditionStatus;keep;required","lastProbeTime":"time","lastTransitionTime":"time","reason":"string","message":"string"},
"JobConditionType":"string",
"JobList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Job;keep;required"},
"JobSpec":{"parallelism":"*int32","completions":"*int32","activeDeadlineSeconds":"*int64","podFailurePolicy":"*PodFailurePolicy","successPolicy":"*SuccessPolicy","backoffLimit":"*int32","backoffLimitPerIndex":"*int32","maxFailedIndexes":"*int32","selector":"*meta/v1.LabelSelector","manualSelector":"*bool","template":"core/v1.PodTemplateSpec;keep;required","ttlSecondsAfterFinished":"*int32","completionMode":"*CompletionMode;enum=Indexed|NonIndexed","suspend":"*bool","podReplacementPolicy":"*PodReplacementPolicy;enum=Failed|TerminatingOrFailed","managedBy":"*string"},
"JobStatus":{"conditions":"[]JobCondition;list=atomic;patch=merge:type","startTime":"*time","completionTime":"*time","active":"int32","succeeded":"int32","failed":"int32","terminating":"*int32","completedIndexes":"string","failedIndexes":"*string","uncountedTerminatedPods":"*UncountedTerminatedPods","ready":"*int32"},
"JobTemplateSpec":{"metadata":"meta/v1.ObjectMeta","spec":"JobSpec"},
"PodFailurePolicy":{"rules":"[]PodFailurePolicyRule;keep;required;list=atomic"},
"PodFailurePolicyAction":"string",
"PodFailurePolicyOnExitCodesOperator":"string",
"PodFailurePolicyOnExitCodesRequirement":{"containerName":"*string","operator":"PodFailurePolicyOnExitCodesOperator;keep;required;enum=In|NotIn","values":"[]int32;keep;required;list=set"},
"PodFailurePolicyOnPodConditionsPattern":{"type":"core/v1.PodConditionType;keep;required","status":"core/v1.ConditionStatus;keep"},
"PodFailurePolicyRule":{"action":"PodFailurePolicyAction;keep;required;enum=Count|FailIndex|FailJob|Ignore","onExitCodes":"*PodFailurePolicyOnExitCodesRequirement","onPodConditions":"[]PodFailurePolicyOnPodConditionsPattern;list=atomic"},
"PodReplacementPolicy":"string",
"SuccessPolicy":{"rules":"[]SuccessPolicyRule;keep;required;list=atomic"},
"SuccessPolicyRule":{"succeededIndexes":"*string","succeededCount":"*int32"},
"UncountedTerminatedPods":{"succeeded":"[]types.UID;list=set","failed":"[]types.UID;list=set"}
}`,
  kinds: "CronJob CronJobList Job JobList",
};
