/** Descriptions of apps/v1. The README beside this file explains the format. */
export const appsV1 = `
Deployment: Keeps a number of identical Pods running and rolls out changes of their template step by step.
  spec: Desired state of the Deployment. The controller works towards it; status shows how far it is.
  status: Observed state of the Deployment.
DeploymentList: A list of Deployments.
  items: The Deployments of this list.
DeploymentSpec: Desired state of a Deployment.
  replicas: Number of Pods. Defaults to 1.
  selector: Labels of the Pods of this Deployment. Must match the labels of the template. Cannot be changed.
  template: The Pods to create. restartPolicy must be Always. A change of the template starts a rollout.
  strategy: How old Pods are replaced by new ones.
  minReadySeconds: Seconds a new Pod must be ready without a crash to count as available. Defaults to 0.
  revisionHistoryLimit: Number of old ReplicaSets kept for a rollback. Defaults to 10.
  paused: Whether rollouts are paused. Defaults to false.
  progressDeadlineSeconds: Seconds without progress after which the condition Progressing turns False. Must exceed minReadySeconds. Defaults to 600.
DeploymentStatus: Observed state of a Deployment.
  observedGeneration: metadata.generation that this status reflects. The counts are current once it equals metadata.generation.
  replicas: Number of Pods, old and new.
  updatedReplicas: Number of Pods with the current template.
  readyReplicas: Number of ready Pods.
  availableReplicas: Number of Pods ready for at least minReadySeconds.
  unavailableReplicas: Number of Pods still missing for the Deployment to be fully available.
  terminatingReplicas: Number of Pods that are being deleted.
  conditions: Conditions Available, Progressing and ReplicaFailure, by type.
  collisionCount: Number of hash collisions, used to find a name for the next ReplicaSet.
DeploymentCondition: One condition of a Deployment.
  type: Available, Progressing or ReplicaFailure.
  status: True, False or Unknown.
  lastUpdateTime: Time at which the condition was last updated.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason of the last transition.
  message: Human-readable detail of the last transition.
DeploymentStrategy: How a Deployment replaces old Pods.
  type: RollingUpdate replaces Pods gradually, Recreate deletes all old Pods first. Defaults to RollingUpdate.
  rollingUpdate: Settings of a rolling update. Only for type RollingUpdate.
RollingUpdateDeployment: Pace of a rolling update.
  maxUnavailable: Number or percentage (rounded down) of Pods that may be unavailable during the update. Defaults to 25%. Cannot be 0 if maxSurge is 0.
  maxSurge: Number or percentage (rounded up) of Pods that may exist above replicas during the update. Defaults to 25%. Cannot be 0 if maxUnavailable is 0.
ReplicaSet: Keeps a number of identical Pods running. Usually created by a Deployment.
  spec: Desired state of the ReplicaSet.
  status: Observed state of the ReplicaSet.
ReplicaSetList: A list of ReplicaSets.
  items: The ReplicaSets of this list.
ReplicaSetSpec: Desired state of a ReplicaSet.
  replicas: Number of Pods. Defaults to 1.
  minReadySeconds: Seconds a new Pod must be ready to count as available. Defaults to 0.
  selector: Labels of the Pods. Must match the labels of the template. Cannot be changed.
  template: The Pods to create. A change does not affect existing Pods.
ReplicaSetStatus: Observed state of a ReplicaSet.
  replicas: Number of Pods.
  fullyLabeledReplicas: Number of Pods with all labels of the template.
  readyReplicas: Number of ready Pods.
  availableReplicas: Number of Pods ready for at least minReadySeconds.
  terminatingReplicas: Number of Pods that are being deleted.
  observedGeneration: metadata.generation that this status reflects.
  conditions: Conditions of the ReplicaSet, by type.
ReplicaSetCondition: One condition of a ReplicaSet.
  type: Type of the condition, such as ReplicaFailure.
  status: True, False or Unknown.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason of the last transition.
  message: Human-readable detail of the last transition.
StatefulSet: Keeps Pods with stable names, stable storage and an order running: NAME-0, NAME-1 and so on.
  spec: Desired state of the StatefulSet. Only replicas, ordinals, template, updateStrategy, minReadySeconds, revisionHistoryLimit and persistentVolumeClaimRetentionPolicy can be changed.
  status: Observed state of the StatefulSet.
StatefulSetList: A list of StatefulSets.
  items: The StatefulSets of this list.
StatefulSetSpec: Desired state of a StatefulSet.
  replicas: Number of Pods. Defaults to 1.
  selector: Labels of the Pods. Must match the labels of the template. Cannot be changed.
  template: The Pods to create. restartPolicy must be Always.
  volumeClaimTemplates: PersistentVolumeClaims created for each Pod. They take precedence over volumes of the same name. Cannot be changed.
  serviceName: Headless Service that gives the Pods their DNS names. It must exist before the Pods do. Cannot be changed.
  podManagementPolicy: OrderedReady creates and deletes Pods one at a time in order, Parallel all at once. Defaults to OrderedReady. Cannot be changed.
  updateStrategy: How Pods follow a change of the template.
  revisionHistoryLimit: Number of old revisions kept for a rollback. Defaults to 10.
  minReadySeconds: Seconds a new Pod must be ready to count as available. Defaults to 0.
  persistentVolumeClaimRetentionPolicy: Fate of the claims made from volumeClaimTemplates. By default they are kept.
  ordinals: Numbering of the Pods. Begins at 0 by default.
StatefulSetOrdinals: Numbering of the Pods of a StatefulSet.
  start: First ordinal. Not negative. Defaults to 0.
StatefulSetPersistentVolumeClaimRetentionPolicy: Fate of the claims of a StatefulSet.
  whenDeleted: Retain or Delete the claims when the StatefulSet is deleted. Defaults to Retain.
  whenScaled: Retain or Delete the claims of Pods removed by scaling down. Defaults to Retain.
StatefulSetUpdateStrategy: How the Pods of a StatefulSet follow a change of the template.
  type: RollingUpdate replaces Pods from the highest ordinal down, OnDelete only when they are deleted by a user. Defaults to RollingUpdate.
  rollingUpdate: Settings of a rolling update.
RollingUpdateStatefulSetStrategy: Settings of a rolling update of a StatefulSet.
  partition: Ordinal from which Pods are updated; those below keep the old template. Defaults to 0.
  maxUnavailable: Number or percentage (rounded up) of Pods that may be unavailable during the update. Cannot be 0. Defaults to 1.
StatefulSetStatus: Observed state of a StatefulSet.
  observedGeneration: metadata.generation that this status reflects.
  replicas: Number of Pods.
  readyReplicas: Number of ready Pods.
  currentReplicas: Number of Pods of the revision currentRevision.
  updatedReplicas: Number of Pods of the revision updateRevision.
  currentRevision: Revision of the Pods that have not been updated.
  updateRevision: Revision of the Pods that have been updated.
  collisionCount: Number of hash collisions, used to find a name for the next ControllerRevision.
  conditions: Conditions of the StatefulSet, by type.
  availableReplicas: Number of Pods ready for at least minReadySeconds.
StatefulSetCondition: One condition of a StatefulSet.
  type: Type of the condition.
  status: True, False or Unknown.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason of the last transition.
  message: Human-readable detail of the last transition.
DaemonSet: Runs one Pod on each node that matches.
  spec: Desired state of the DaemonSet.
  status: Observed state of the DaemonSet.
DaemonSetList: A list of DaemonSets.
  items: The DaemonSets of this list.
DaemonSetSpec: Desired state of a DaemonSet.
  selector: Labels of the Pods. Must match the labels of the template. Cannot be changed.
  template: The Pods to create, one per node that matches its nodeSelector and affinity. restartPolicy must be Always.
  updateStrategy: How Pods follow a change of the template.
  minReadySeconds: Seconds a new Pod must be ready to count as available. Defaults to 0.
  revisionHistoryLimit: Number of old revisions kept for a rollback. Defaults to 10.
DaemonSetUpdateStrategy: How the Pods of a DaemonSet follow a change of the template.
  type: RollingUpdate replaces Pods gradually, OnDelete only when they are deleted by a user. Defaults to RollingUpdate.
  rollingUpdate: Settings of a rolling update.
RollingUpdateDaemonSet: Pace of a rolling update of a DaemonSet.
  maxUnavailable: Number or percentage (rounded up) of nodes whose Pod may be unavailable. Defaults to 1. Cannot be 0 if maxSurge is 0.
  maxSurge: Number or percentage (rounded up) of nodes that may run an old and a new Pod at once. Defaults to 0.
DaemonSetStatus: Observed state of a DaemonSet.
  currentNumberScheduled: Number of nodes that run at least one Pod and should.
  numberMisscheduled: Number of nodes that run a Pod and should not.
  desiredNumberScheduled: Number of nodes that should run a Pod.
  numberReady: Number of nodes with a ready Pod.
  observedGeneration: metadata.generation that this status reflects.
  updatedNumberScheduled: Number of nodes with a Pod of the current template.
  numberAvailable: Number of nodes with a Pod ready for at least minReadySeconds.
  numberUnavailable: Number of nodes that should have an available Pod and have none.
  collisionCount: Number of hash collisions, used to find a name for the next ControllerRevision.
  conditions: Conditions of the DaemonSet, by type.
DaemonSetCondition: One condition of a DaemonSet.
  type: Type of the condition.
  status: True, False or Unknown.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason of the last transition.
  message: Human-readable detail of the last transition.
ControllerRevision: A stored revision of a StatefulSet's or DaemonSet's template. Written by controllers; not meant for other clients.
  data: The serialized state. Cannot be changed.
  revision: Number of the revision; a newer one is higher.
ControllerRevisionList: A list of ControllerRevisions.
  items: The ControllerRevisions of this list.
`;
