/** Descriptions of Pods, their scheduling and their security settings. The README beside this file explains the format. */
export const coreV1Pods = `
Pod: A group of containers that run together on one node, share an IP address and can share volumes. The smallest unit that is scheduled. Most Pods are created by a controller (Deployment, StatefulSet, Job) rather than directly.
  spec: Desired state of the Pod. Most of it cannot be changed after creation; image, activeDeadlineSeconds, additional tolerations and scheduling gates can.
  status: Observed state of the Pod, reported by the kubelet of its node. Written through the status subresource.
PodList: A list of Pods.
  items: The Pods of this list.
PodTemplate: A stored template of a Pod.
  template: The Pod to create from this template.
PodTemplateList: A list of PodTemplates.
  items: The PodTemplates of this list.
PodTemplateSpec: The metadata and spec that a controller gives to the Pods it creates.
  metadata: Labels and annotations of the created Pods. The labels must match the selector of the workload.
  spec: Desired state of the created Pods.
PodSpec: Desired state of a Pod: its containers, their volumes, and where and how they run.
  volumes: Volumes that containers of the Pod can mount, by name.
  initContainers: Containers that run before the others, one after the other, in this order. Each must succeed before the next starts; one with restartPolicy Always keeps running as a sidecar instead. Names are unique among all containers of the Pod.
  containers: Containers of the Pod, at least one. They start in parallel. Containers cannot be added or removed after creation.
  ephemeralContainers: Containers added to a running Pod for debugging, through the ephemeralcontainers subresource only. They have no resource guarantees, are never restarted and cannot be removed.
  restartPolicy: Restart policy of the Pod's containers: Always, OnFailure or Never. Defaults to Always. Workload controllers other than Job and CronJob require Always.
  terminationGracePeriodSeconds: Seconds between the termination signal and the kill when the Pod is deleted. 0 kills at once. Defaults to 30. Must not be negative.
  activeDeadlineSeconds: Seconds, counted from status.startTime, after which the Pod is failed and its containers are killed. Must be positive. May be set or shortened later, not extended or removed.
  dnsPolicy: DNS configuration of the containers: ClusterFirst (cluster DNS, then the node's), ClusterFirstWithHostNet (the same with hostNetwork), Default (the node's), or None (only dnsConfig). Defaults to ClusterFirst.
  nodeSelector: Labels that a node must have for the Pod to be scheduled there. Use affinity for more than equality.
  serviceAccountName: Name of the ServiceAccount the Pod runs as, in the Pod's namespace. Defaults to "default".
  serviceAccount: Deprecated copy of serviceAccountName, kept in sync with it. Use serviceAccountName.
  automountServiceAccountToken: Whether a token of the ServiceAccount is mounted into the containers. Defaults to the setting of the ServiceAccount, which defaults to true.
  nodeName: Node the Pod runs on. Empty until it is scheduled. Setting it on creation bypasses the scheduler.
  hostNetwork: Whether the Pod uses the network of the node instead of its own. Container ports then equal host ports. Defaults to false.
  hostPID: Whether containers see the processes of the node. Cannot be combined with shareProcessNamespace. Defaults to false.
  hostIPC: Whether containers use the IPC namespace of the node. Defaults to false.
  shareProcessNamespace: Whether the containers of the Pod share one process namespace. Cannot be combined with hostPID. Defaults to false.
  securityContext: Security settings for all containers of the Pod. Settings of a container take precedence.
  imagePullSecrets: Secrets of the Pod's namespace with credentials for pulling images.
  hostname: Host name of the Pod. Defaults to the Pod's name. A DNS label of at most 63 characters.
  subdomain: DNS subdomain of the Pod. With a headless Service of that name, the Pod is resolvable as hostname.subdomain.namespace.svc.
  affinity: Scheduling constraints that attract the Pod to nodes or other Pods, or keep it away from them.
  schedulerName: Scheduler that assigns the Pod to a node. Defaults to "default-scheduler".
  tolerations: Taints that do not keep the Pod off a node. Entries can be added later, not removed.
  hostAliases: Additional entries for /etc/hosts of the containers.
  priorityClassName: PriorityClass that sets the priority. "system-node-critical" and "system-cluster-critical" are the two highest. Defaults to the class marked as global default, if there is one.
  priority: Scheduling priority; a higher value is scheduled earlier and may preempt lower ones. Set by the server from priorityClassName.
  dnsConfig: DNS settings added to those of dnsPolicy.
  readinessGates: Conditions of status.conditions that must be True, besides the readiness of all containers, for the Pod to be Ready.
  runtimeClassName: RuntimeClass that selects the container runtime. The node's default runtime if unset.
  enableServiceLinks: Whether containers get environment variables for the Services of the namespace. Defaults to true.
  preemptionPolicy: Whether the Pod may evict Pods of lower priority: PreemptLowerPriority or Never. Set from the PriorityClass; defaults to PreemptLowerPriority.
  overhead: Resources the runtime itself needs for the Pod, in addition to the containers. Set by the server from the RuntimeClass.
  topologySpreadConstraints: Rules for spreading matching Pods over zones, nodes or other topology domains. All of them apply.
  setHostnameAsFQDN: Whether the host name in the Pod is its fully qualified name. Defaults to false.
  os: Operating system of the containers, linux or windows. Some security settings are allowed for one of them only.
  hostUsers: Whether the Pod uses the user namespace of the node. false gives it its own, so that root in a container is an unprivileged user on the node. Defaults to true.
  schedulingGates: Gates that keep the Pod from being scheduled until all are removed. Can be set on creation only, and only removed afterwards.
  resourceClaims: ResourceClaims that must be allocated before the Pod starts. Containers refer to them by name.
  resources: Resource requests and limits of the Pod as a whole: cpu, memory and hugepages.
  hostnameOverride: Host name of the Pod in place of hostname, subdomain and the Pod's name; a DNS subdomain of at most 64 characters. Cannot be combined with hostNetwork or setHostnameAsFQDN.
  schedulingGroup: Group of Pods with which this Pod is scheduled.
PodStatus: Observed state of a Pod. The kubelet reports it and it may lag behind the node.
  observedGeneration: metadata.generation of the Pod that this status reflects.
  phase: Summary of where the Pod is in its life: Pending, Running, Succeeded, Failed or Unknown. Use conditions and container statuses for detail.
  conditions: Conditions such as PodScheduled, Initialized, ContainersReady and Ready, by type.
  message: Human-readable reason for the current phase.
  reason: Short CamelCase reason for the current phase, such as Evicted.
  nominatedNodeName: Node on which the scheduler made room by preemption, or expects to place the Pod. The Pod may still end up elsewhere.
  hostIP: IP address of the node the Pod is assigned to.
  hostIPs: IP addresses of the node, at most one per IP family. The first equals hostIP.
  podIP: IP address of the Pod within the cluster. Empty until it is allocated.
  podIPs: IP addresses of the Pod, at most one per IP family. The first equals podIP.
  startTime: Time at which the kubelet accepted the Pod, before it pulled images.
  initContainerStatuses: Status of each init container, in the order of the spec.
  containerStatuses: Status of each container.
  qosClass: Quality of service class, from requests and limits: Guaranteed, Burstable or BestEffort. Decides which Pods are evicted first.
  ephemeralContainerStatuses: Status of each ephemeral container.
  resize: Deprecated. State of a resize in progress; use the conditions PodResizePending and PodResizeInProgress.
  resourceClaimStatuses: ResourceClaims that were created for the Pod, by their name in spec.resourceClaims.
  extendedResourceClaimStatus: ResourceClaim that was created for extended resources backed by dynamic resource allocation.
  allocatedResources: Resources the node has allocated to the Pod as a whole.
  resources: Requests and limits that are in effect for the Pod as a whole.
  nodeAllocatableResourceClaimStatuses: ResourceClaims that count against the allocatable resources of the node.
PodCondition: One condition of a Pod, such as Ready.
  type: Type of the condition: PodScheduled, Initialized, ContainersReady, Ready, DisruptionTarget or one of a readiness gate.
  status: True, False or Unknown.
  observedGeneration: metadata.generation of the Pod that this condition reflects.
  lastProbeTime: Time at which the condition was last checked.
  lastTransitionTime: Time at which status last changed.
  reason: Short CamelCase reason for the last transition.
  message: Human-readable detail of the last transition.
PodIP: One IP address of a Pod.
  ip: The IP address.
HostIP: One IP address of a node.
  ip: The IP address.
PodOS: Operating system of a Pod.
  name: linux or windows. Other values are accepted and leave OS-specific checks off.
PodReadinessGate: A condition that the Pod must have to be Ready.
  conditionType: Type of a condition in status.conditions. A missing condition counts as False.
PodSchedulingGate: A gate that keeps a Pod from being scheduled.
  name: Name of the gate, unique within the Pod.
PodSchedulingGroup: The group with which a Pod is scheduled. Set at most one field.
  podGroupName: Name of the PodGroup in the Pod's namespace.
PodResourceClaim: A ResourceClaim the Pod needs. Set exactly one of resourceClaimName and resourceClaimTemplateName.
  name: Name by which containers refer to this claim. A DNS label, unique within the Pod.
  resourceClaimName: Existing ResourceClaim in the Pod's namespace.
  resourceClaimTemplateName: ResourceClaimTemplate from which a claim is created for this Pod and deleted with it.
PodResourceClaimStatus: The ResourceClaim that was created for one entry of spec.resourceClaims.
  name: Name of the entry in spec.resourceClaims.
  resourceClaimName: Name of the created ResourceClaim. Unset if none was needed.
PodExtendedResourceClaimStatus: The ResourceClaim that backs the extended resources of a Pod.
  requestMappings: Which request of the claim serves which extended resource of which container.
  resourceClaimName: Name of the ResourceClaim in the Pod's namespace.
ContainerExtendedResourceRequest: The request of a ResourceClaim that serves one extended resource of a container.
  containerName: Name of the container.
  resourceName: Name of the extended resource.
  requestName: Name of the request in the ResourceClaim.
NodeAllocatableResourceClaimStatus: Resources of a ResourceClaim that count against the allocatable resources of the node.
  resourceClaimName: Name of the ResourceClaim.
  containers: Names of the containers that use the claim.
  resources: Amount of each resource.
PodDNSConfig: DNS settings of a Pod, added to those of dnsPolicy.
  nameservers: IP addresses of name servers, at most three after merging. Duplicates are removed.
  searches: Search domains, at most 32 of at most 2,048 characters in all.
  options: Resolver options. An option given here overrides one of the same name from dnsPolicy.
PodDNSConfigOption: A resolver option of a Pod.
  name: Name of the option, such as ndots.
  value: Value of the option, if it takes one.
HostAlias: An entry of /etc/hosts.
  ip: IP address of the entry.
  hostnames: Host names that resolve to the address.
PodSecurityContext: Security settings for all containers of a Pod.
  seLinuxOptions: SELinux context of all containers. The runtime assigns one if unset. Linux only.
  windowsOptions: Windows settings of all containers. Windows only.
  runAsUser: User ID that processes run as. Defaults to the user of the image. Linux only.
  runAsGroup: Group ID that processes run as. The runtime's default if unset. Linux only.
  runAsNonRoot: Whether the kubelet refuses to start a container that would run as root. Defaults to false.
  supplementalGroups: Additional groups of the first process of each container. Linux only.
  supplementalGroupsPolicy: Merge adds the groups of the image's /etc/group; Strict uses only those given here. Defaults to Merge. Linux only.
  fsGroup: Group that owns volumes which support ownership, and that every container belongs to. Linux only.
  sysctls: Namespaced kernel parameters of the Pod. Linux only.
  fsGroupChangePolicy: When to change the ownership of volumes: OnRootMismatch only if the root of the volume differs, or Always. Defaults to Always. Linux only.
  seccompProfile: Seccomp profile of all containers. Linux only.
  appArmorProfile: AppArmor profile of all containers. Linux only.
  seLinuxChangePolicy: How the SELinux label is applied to volumes: MountOption where the driver supports it, or Recursive relabels every file. Defaults to MountOption. Linux only.
Sysctl: A kernel parameter.
  name: Name of the parameter.
  value: Value of the parameter.
SELinuxOptions: SELinux context of a container.
  user: SELinux user of the process.
  role: SELinux role of the process.
  type: SELinux type of the process.
  level: SELinux level of the process.
SeccompProfile: Seccomp profile of a Pod or container.
  type: RuntimeDefault (the profile of the runtime), Localhost (a file on the node), or Unconfined.
  localhostProfile: Path of the profile, relative to the kubelet's seccomp directory. Required for type Localhost, forbidden otherwise.
AppArmorProfile: AppArmor profile of a Pod or container.
  type: RuntimeDefault (the profile of the runtime), Localhost (a profile loaded on the node), or Unconfined.
  localhostProfile: Name of the profile on the node. Required for type Localhost, forbidden otherwise.
WindowsSecurityContextOptions: Windows-specific security settings.
  gmsaCredentialSpecName: Name of the GMSA credential spec.
  gmsaCredentialSpec: Contents of the GMSA credential spec, filled in by an admission webhook.
  runAsUserName: Windows user that processes run as. Defaults to the user of the image.
  hostProcess: Whether the containers run as HostProcess containers. Must be the same for all containers of a Pod, and needs hostNetwork.
Affinity: Scheduling constraints of a Pod.
  nodeAffinity: Rules about the labels of nodes.
  podAffinity: Rules that place the Pod near other Pods.
  podAntiAffinity: Rules that keep the Pod away from other Pods.
NodeAffinity: Scheduling rules about the labels of nodes.
  requiredDuringSchedulingIgnoredDuringExecution: Terms of which a node must match at least one. Changes of a node's labels do not evict running Pods.
  preferredDuringSchedulingIgnoredDuringExecution: Weighted terms. Nodes with the highest sum of matching weights are preferred.
PodAffinity: Scheduling rules that place a Pod near other Pods.
  requiredDuringSchedulingIgnoredDuringExecution: Terms that must all be satisfied when the Pod is scheduled.
  preferredDuringSchedulingIgnoredDuringExecution: Weighted terms. Nodes with the highest sum of satisfied weights are preferred.
PodAntiAffinity: Scheduling rules that keep a Pod away from other Pods.
  requiredDuringSchedulingIgnoredDuringExecution: Terms that must all be satisfied when the Pod is scheduled.
  preferredDuringSchedulingIgnoredDuringExecution: Weighted terms. Nodes with the lowest sum of violated weights are preferred.
PodAffinityTerm: A set of Pods, and the topology domain in which the Pod should or should not run together with them.
  labelSelector: Labels of the other Pods. Unset matches no Pods.
  namespaces: Namespaces of the other Pods. Added to those of namespaceSelector; both unset means the Pod's own namespace.
  topologyKey: Node label that defines the domain, such as topology.kubernetes.io/zone. Required.
  namespaceSelector: Selects the namespaces of the other Pods by label. Empty selects all.
  matchLabelKeys: Label keys whose values are taken from the incoming Pod and added to labelSelector as "key in (value)".
  mismatchLabelKeys: Label keys whose values are taken from the incoming Pod and added to labelSelector as "key notin (value)".
WeightedPodAffinityTerm: A Pod affinity term with a weight.
  weight: Weight of the term, 1 to 100.
  podAffinityTerm: Pod affinity term that the weight applies to.
PreferredSchedulingTerm: A node selector term with a weight. An empty preference matches all nodes at no gain.
  weight: Weight of the term, 1 to 100.
  preference: Node selector term that the weight applies to.
NodeSelector: A set of node selector terms, of which one must match.
  nodeSelectorTerms: The terms, at least one. A node matches if any term does.
NodeSelectorTerm: Requirements that must all hold. An empty term matches no node.
  matchExpressions: Requirements on the labels of the node.
  matchFields: Requirements on fields of the node; only metadata.name is supported.
NodeSelectorRequirement: A requirement on a label or field of a node.
  key: Label key or field name.
  operator: In, NotIn, Exists, DoesNotExist, Gt or Lt.
  values: Values to compare with: at least one for In and NotIn, none for Exists and DoesNotExist, one integer for Gt and Lt.
Toleration: Lets a Pod be scheduled on, or stay on, nodes with matching taints.
  key: Taint key. Empty matches all keys and needs operator Exists.
  operator: Equal (the value must match), Exists (any value), Lt or Gt (the taint's integer value is compared). Defaults to Equal.
  value: Taint value to match. Must be empty for Exists.
  effect: Taint effect to match: NoSchedule, PreferNoSchedule or NoExecute. Empty matches all.
  tolerationSeconds: Seconds the Pod stays after a NoExecute taint was added. Unset is forever, 0 or less evicts at once. Only for effect NoExecute.
Taint: Keeps Pods without a matching toleration off a node.
  key: Key of the taint, which tolerations refer to.
  value: Value of the taint. May be empty.
  effect: NoSchedule keeps new Pods away, PreferNoSchedule tries to, NoExecute also evicts running ones.
  timeAdded: Time at which the taint was added.
TopologySpreadConstraint: A rule for spreading matching Pods over topology domains.
  maxSkew: Largest allowed difference in matching Pods between a domain and the least loaded one. At least 1.
  topologyKey: Node label whose values are the domains, such as kubernetes.io/hostname.
  whenUnsatisfiable: DoNotSchedule keeps the Pod pending, ScheduleAnyway only prefers a smaller skew.
  labelSelector: Labels of the Pods that are counted.
  minDomains: Minimum number of eligible domains; with fewer, the global minimum counts as 0. Positive, and only with DoNotSchedule.
  nodeAffinityPolicy: Whether nodes excluded by nodeSelector and affinity are counted: Honor leaves them out, Ignore counts them. Defaults to Honor.
  nodeTaintsPolicy: Whether taints are respected when counting nodes: Honor counts only tolerated nodes, Ignore counts all. Defaults to Ignore.
  matchLabelKeys: Label keys whose values are taken from the incoming Pod and added to labelSelector.
Binding: Assigns a Pod to a node. Created through the binding subresource of the Pod.
  target: The node, as an object reference of kind Node.
`;
