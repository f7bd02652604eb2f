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
  messages: `
CronJob metadata=1:meta.ObjectMeta spec=2:CronJobSpec status=3:CronJobStatus
CronJobList metadata=1:meta.ListMeta items=2:[]CronJob!
CronJobSpec schedule=1:string! timeZone=8:*string startingDeadlineSeconds=2:*int64 concurrencyPolicy=3:string suspend=4:*bool jobTemplate=5:JobTemplateSpec successfulJobsHistoryLimit=6:*int32 failedJobsHistoryLimit=7:*int32
CronJobStatus active=1:[]core.ObjectReference lastScheduleTime=4:*Time lastSuccessfulTime=5:*Time
Job metadata=1:meta.ObjectMeta spec=2:JobSpec status=3:JobStatus
JobCondition type=1:string! status=2:string! lastProbeTime=3:Time! lastTransitionTime=4:Time! reason=5:string message=6:string
JobList metadata=1:meta.ListMeta items=2:[]Job!
JobSpec parallelism=1:*int32 completions=2:*int32 activeDeadlineSeconds=3:*int64 podFailurePolicy=11:*PodFailurePolicy successPolicy=16:*SuccessPolicy backoffLimit=7:*int32 backoffLimitPerIndex=12:*int32 maxFailedIndexes=13:*int32 selector=4:*meta.LabelSelector manualSelector=5:*bool template=6:core.PodTemplateSpec ttlSecondsAfterFinished=8:*int32 completionMode=9:*string suspend=10:*bool podReplacementPolicy=14:*string managedBy=15:*string
JobStatus conditions=1:[]JobCondition startTime=2:*Time completionTime=3:*Time active=4:int32 succeeded=5:int32 failed=6:int32 terminating=11:*int32 completedIndexes=7:string failedIndexes=10:*string uncountedTerminatedPods=8:*UncountedTerminatedPods ready=9:*int32
JobTemplateSpec metadata=1:meta.ObjectMeta spec=2:JobSpec
PodFailurePolicy rules=1:[]PodFailurePolicyRule!
PodFailurePolicyOnExitCodesRequirement containerName=1:*string operator=2:string! values=3:[]int32!
PodFailurePolicyOnPodConditionsPattern type=1:string! status=2:string!
PodFailurePolicyRule action=1:string! onExitCodes=2:*PodFailurePolicyOnExitCodesRequirement onPodConditions=3:[]PodFailurePolicyOnPodConditionsPattern
SuccessPolicy rules=1:[]SuccessPolicyRule!
SuccessPolicyRule succeededIndexes=1:*string succeededCount=2:*int32
UncountedTerminatedPods succeeded=1:[]string failed=2:[]string
`,
};
