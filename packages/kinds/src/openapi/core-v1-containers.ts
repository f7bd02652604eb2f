/** Descriptions of containers: environment, probes, mounts, states. The README beside this file explains the format. */
export const coreV1Containers = `
Container: A container of a Pod: an image, how it is started, and what it may use.
  name: Name of the container. A DNS label, unique within the Pod. Cannot be changed.
  image: Container image. May be empty only in templates that another tool completes. Can be changed on a running Pod, which restarts the container.
  command: Entry point, run without a shell. Defaults to the ENTRYPOINT of the image. $(NAME) is replaced by the environment variable; $$(NAME) is a literal $(NAME).
  args: Arguments of the entry point. Defaults to the CMD of the image. $(NAME) is expanded as in command.
  workingDir: Working directory. Defaults to that of the image.
  ports: Ports the container listens on. Informational, except for hostPort: a port that is not listed can still be reached.
  envFrom: ConfigMaps and Secrets whose keys become environment variables. Later sources win over earlier ones, env wins over all.
  env: Environment variables, by name.
  resources: Requests and limits for cpu, memory and other resources.
  resizePolicy: Whether the container must be restarted when a resource is resized, per resource. Defaults to NotRequired.
  restartPolicy: Restart policy of this container in place of the Pod's: Always, OnFailure or Never. Always on an init container makes it a sidecar.
  restartPolicyRules: Rules that decide about a restart by exit code, checked in order before restartPolicy. At most 20.
  volumeMounts: Volumes mounted into the file system of the container.
  volumeDevices: Raw block devices given to the container.
  livenessProbe: Probe whose failure restarts the container.
  readinessProbe: Probe whose failure takes the Pod out of Service endpoints.
  startupProbe: Probe that must succeed before the other probes begin. Its failure restarts the container.
  lifecycle: Actions run after the container starts and before it is terminated.
  terminationMessagePath: File in the container from which the termination message is read. Defaults to /dev/termination-log. The message is cut at 4,096 bytes.
  terminationMessagePolicy: File reads only terminationMessagePath; FallbackToLogsOnError uses the end of the log if that file is empty and the container failed. Defaults to File.
  imagePullPolicy: Always, IfNotPresent or Never. Defaults to Always if the tag is latest or missing, to IfNotPresent otherwise.
  securityContext: Security settings of this container. They take precedence over those of the Pod.
  stdin: Whether standard input is kept open. Defaults to false: reads return end of file.
  stdinOnce: Whether standard input is closed after the first client detaches. Defaults to false.
  tty: Whether a terminal is allocated. Needs stdin. Defaults to false.
EphemeralContainer: A container added to a running Pod for debugging. It has no ports, probes, lifecycle actions or resource guarantees.
  name: Name of the container. A DNS label, unique among all containers of the Pod.
  image: Container image to run.
  command: Entry point, run without a shell. Defaults to the ENTRYPOINT of the image.
  args: Arguments of the entry point. Defaults to the CMD of the image.
  workingDir: Working directory. Defaults to that of the image.
  ports: Not allowed for ephemeral containers.
  envFrom: ConfigMaps and Secrets whose keys become environment variables.
  env: Environment variables, by name.
  resources: Not allowed for ephemeral containers, which use spare resources of the Pod.
  resizePolicy: Not allowed for ephemeral containers.
  restartPolicy: Not allowed for ephemeral containers, which are never restarted.
  restartPolicyRules: Not allowed for ephemeral containers.
  volumeMounts: Volumes mounted into the file system of the container. subPath is not allowed.
  volumeDevices: Raw block devices given to the container.
  livenessProbe: Not allowed for ephemeral containers.
  readinessProbe: Not allowed for ephemeral containers.
  startupProbe: Not allowed for ephemeral containers.
  lifecycle: Not allowed for ephemeral containers.
  terminationMessagePath: File in the container from which the termination message is read. Defaults to /dev/termination-log.
  terminationMessagePolicy: File, or FallbackToLogsOnError. Defaults to File.
  imagePullPolicy: Always, IfNotPresent or Never. Defaults as for other containers.
  securityContext: Security settings of the container.
  stdin: Whether standard input is kept open. Defaults to false.
  stdinOnce: Whether standard input is closed after the first client detaches. Defaults to false.
  tty: Whether a terminal is allocated. Needs stdin. Defaults to false.
  targetContainerName: Container whose process namespace is shared, so that its processes are visible. Needs support by the runtime.
ContainerPort: A port that a container listens on.
  name: Name by which a Service can refer to the port. At most 15 characters of a-z, 0-9 and "-", with a letter. Unique within the Pod.
  hostPort: Port of the node that is forwarded to the container, 1 to 65535. Must equal containerPort with hostNetwork. Rarely needed.
  containerPort: Port number in the container, 1 to 65535.
  protocol: TCP, UDP or SCTP. Defaults to TCP.
  hostIP: Address of the node that hostPort is bound to. All addresses if empty.
ContainerResizePolicy: Whether resizing one resource restarts the container.
  resourceName: cpu or memory.
  restartPolicy: NotRequired or RestartContainer.
ContainerRestartRule: A rule that decides whether a container that exited is restarted.
  action: Restart, or RestartAllContainers of the Pod.
  exitCodes: Exit codes to which the rule applies.
ContainerRestartRuleOnExitCodes: A condition on the exit code of a container.
  operator: In or NotIn.
  values: Exit codes to compare with, at most 255.
ContainerState: State of a container. Exactly one field is set; waiting is the default.
  waiting: Set while the container is not running and has not terminated, with the reason.
  running: Set while the container runs.
  terminated: Set after the container ended.
ContainerStateRunning: State of a running container.
  startedAt: Time at which the container was last started.
ContainerStateTerminated: State of a container that ended.
  exitCode: Exit code of the last run.
  signal: Signal that ended the last run, if any.
  reason: Short CamelCase reason, such as Completed, Error or OOMKilled.
  message: Termination message of the last run.
  startedAt: Time at which the last run started.
  finishedAt: Time at which the last run ended.
  containerID: ID of the container, as runtime://id.
ContainerStateWaiting: State of a container that has not started.
  reason: Short CamelCase reason, such as ContainerCreating, ImagePullBackOff or CrashLoopBackOff.
  message: Human-readable reason why the container has not started.
ContainerStatus: Observed state of a container.
  name: Name of the container. Cannot be changed.
  state: Current state of the container: waiting, running or terminated.
  lastState: State of the previous run, if the container was restarted.
  ready: Whether the readiness probe succeeds. True for a running container without one.
  restartCount: Number of restarts. May be reset when old containers are removed.
  image: Image the container runs. May differ from the spec if the runtime resolved it.
  imageID: ID of the image that the container runs.
  containerID: ID of the container, as runtime://id.
  started: Whether the container passed its startup probe and its postStart action.
  allocatedResources: Resources the node has allocated to the container.
  resources: Requests and limits that are in effect.
  volumeMounts: Status of the volume mounts.
  user: User and groups that the first process runs as.
  allocatedResourcesStatus: Health of the devices allocated to the container.
  stopSignal: Signal that stops the container.
ContainerUser: User of the first process of a container.
  linux: User and groups on Linux.
LinuxContainerUser: User and groups of a process on Linux.
  uid: User ID of the process.
  gid: Primary group ID of the process.
  supplementalGroups: Additional group IDs of the process.
ResourceStatus: Health of the devices of one resource.
  name: Name of the resource, or "claim:NAME/REQUEST" for a ResourceClaim.
  resources: Health of each device.
ResourceHealth: Health of one device.
  resourceID: ID of the device.
  health: Healthy, Unhealthy or Unknown.
  message: Human-readable detail of the health of the device.
ResourceRequirements: Resource requests and limits.
  limits: Maximum amount of each resource.
  requests: Amount of each resource that is reserved. Defaults to limits. Must not exceed them.
  claims: ResourceClaims of spec.resourceClaims that the container uses.
ResourceClaim: A reference to an entry of spec.resourceClaims.
  name: Name of the entry in spec.resourceClaims.
  request: One request of the claim. All of them if empty.
EnvVar: An environment variable.
  name: Name of the variable. Any printable ASCII characters but "=".
  value: Value of the variable. $(NAME) is replaced by an earlier variable; $$(NAME) is a literal $(NAME). Defaults to "".
  valueFrom: Source of the value. Cannot be combined with a non-empty value.
EnvVarSource: Source of the value of an environment variable. Set exactly one field.
  fieldRef: Field of the Pod: metadata.name, metadata.namespace, metadata.labels['KEY'], metadata.annotations['KEY'], metadata.uid, spec.nodeName, spec.serviceAccountName, status.hostIP, status.hostIPs, status.podIP or status.podIPs.
  resourceFieldRef: Resource of a container: limits or requests of cpu, memory, ephemeral-storage or hugepages.
  configMapKeyRef: Key of a ConfigMap in the Pod's namespace.
  secretKeyRef: Key of a Secret in the Pod's namespace.
  fileKeyRef: Key in an env file of a volume.
EnvFromSource: A ConfigMap or Secret whose keys become environment variables. Set exactly one reference.
  prefix: Text put before each key.
  configMapRef: ConfigMap whose keys become variables.
  secretRef: Secret whose keys become variables.
ConfigMapEnvSource: A ConfigMap whose keys become environment variables.
  name: Name of the ConfigMap in the Pod's namespace.
  optional: Whether the container starts without the ConfigMap. Defaults to false.
SecretEnvSource: A Secret whose keys become environment variables.
  name: Name of the Secret in the Pod's namespace.
  optional: Whether the container starts without the Secret. Defaults to false.
ConfigMapKeySelector: A key of a ConfigMap.
  name: Name of the ConfigMap in the Pod's namespace.
  key: Key in data.
  optional: Whether the ConfigMap or the key may be missing. Defaults to false.
SecretKeySelector: A key of a Secret.
  name: Name of the Secret in the same namespace.
  key: Key in data.
  optional: Whether the Secret or the key may be missing. Defaults to false.
FileKeySelector: A key in an env file of a volume.
  volumeName: Name of an emptyDir volume of the Pod.
  path: Path of the file in the volume, relative and without "..".
  key: Name of the variable in the file.
  optional: Whether the file or the key may be missing. Defaults to false.
ObjectFieldSelector: A field of the Pod.
  apiVersion: Version of the Pod API the path is written in. Defaults to v1.
  fieldPath: Path of the field.
ResourceFieldSelector: A resource of a container.
  containerName: Name of the container. Required in volumes, optional in env.
  resource: Resource such as limits.cpu or requests.memory.
  divisor: Unit of the value: it is divided by this and rounded up. Defaults to 1.
Probe: A check of a container's health. Set exactly one of exec, httpGet, tcpSocket and grpc.
  exec: Runs a command in the container. Exit code 0 is success.
  httpGet: Sends an HTTP GET. Status 200 to 399 is success.
  tcpSocket: Opens a TCP connection.
  grpc: Calls the gRPC health service.
  initialDelaySeconds: Seconds after the start of the container before the first check. Defaults to 0.
  timeoutSeconds: Seconds after which a check fails. Defaults to 1, at least 1.
  periodSeconds: Seconds between checks. Defaults to 10, at least 1.
  successThreshold: Consecutive successes after which a failed probe counts as succeeding. Defaults to 1; must be 1 for liveness and startup probes.
  failureThreshold: Consecutive failures after which the probe counts as failed. Defaults to 3, at least 1.
  terminationGracePeriodSeconds: Grace period when this probe's failure restarts the container, in place of the Pod's. Not for readiness probes. At least 1.
ExecAction: A command run in a container.
  command: Command and arguments, run in the container's root directory without a shell.
HTTPGetAction: An HTTP GET request.
  path: Path of the request. Defaults to "/".
  port: Port number, 1 to 65535, or name of a container port.
  host: Host to connect to. Defaults to the Pod's IP. Set a Host header in httpHeaders instead where possible.
  scheme: HTTP or HTTPS; certificates are not verified. Defaults to HTTP.
  httpHeaders: Request headers. Repeated names are allowed.
HTTPHeader: A request header.
  name: Name of the header.
  value: Value of the header.
TCPSocketAction: A TCP connection.
  port: Port number, 1 to 65535, or name of a container port.
  host: Host to connect to. Defaults to the Pod's IP.
GRPCAction: A call of the gRPC health service.
  port: Port number, 1 to 65535.
  service: Service name in the request. Defaults to "".
SleepAction: A pause.
  seconds: Seconds to sleep.
Lifecycle: Actions run on events in the life of a container.
  postStart: Runs right after the container was created; the container is not Running until it ends. Its failure restarts the container.
  preStop: Runs before the container is sent its stop signal. Its time counts against the grace period.
  stopSignal: Signal sent to stop the container. Defaults to the image's, or SIGTERM. Needs spec.os.name.
LifecycleHandler: An action run on an event in the life of a container. Set exactly one field.
  exec: Runs a command in the container.
  httpGet: Sends an HTTP GET to the container.
  tcpSocket: Deprecated and not supported; its use fails when the action runs.
  sleep: Pauses the container for a number of seconds.
SecurityContext: Security settings of a container.
  capabilities: Linux capabilities added and dropped. Defaults to those of the runtime.
  privileged: Whether processes have all rights of root on the node. Defaults to false.
  seLinuxOptions: SELinux context. Linux only.
  windowsOptions: Windows settings. Windows only.
  runAsUser: User ID that processes run as. Defaults to the Pod's, then to the user of the image.
  runAsGroup: Group ID that processes run as. Defaults to the Pod's.
  runAsNonRoot: Whether the kubelet refuses to start the container as root. Defaults to the Pod's.
  readOnlyRootFilesystem: Whether the root file system is read-only. Defaults to false.
  allowPrivilegeEscalation: Whether a process can gain more rights than its parent. Always true for privileged containers and with CAP_SYS_ADMIN.
  procMount: Default masks parts of /proc, Unmasked does not and needs hostUsers: false. Defaults to Default.
  seccompProfile: Seccomp profile. Takes precedence over the Pod's.
  appArmorProfile: AppArmor profile. Takes precedence over the Pod's.
Capabilities: Linux capabilities to add and drop.
  add: Capabilities to add, without the CAP_ prefix.
  drop: Capabilities to drop. ALL drops every one.
VolumeMount: A volume mounted into the file system of a container.
  name: Name of a volume of the Pod.
  readOnly: Whether the mount is read-only. Defaults to false.
  recursiveReadOnly: Whether mounts below this one are read-only too: Disabled, IfPossible or Enabled. Needs readOnly. Defaults to Disabled.
  mountPath: Path in the container. Must not contain ":" and must be unique within the container.
  subPath: Path within the volume to mount. Relative and without "..". Defaults to the volume's root.
  mountPropagation: Whether mounts made below this one are visible on the other side: None, HostToContainer, or Bidirectional (privileged containers only). Defaults to None.
  subPathExpr: As subPath, with $(NAME) replaced by environment variables. Cannot be combined with subPath.
VolumeMountStatus: Status of a volume mount.
  name: Name of the volume.
  mountPath: Path in the container.
  readOnly: Whether the mount is read-only.
  recursiveReadOnly: Disabled or Enabled, as it is in effect.
  volumeStatus: Status of the volume.
VolumeStatus: Status of a volume of a Pod.
  image: Status of an image volume.
ImageVolumeStatus: Status of an image volume.
  imageRef: Digest of the image that is mounted.
VolumeDevice: A raw block device given to a container.
  name: Name of a volume of the Pod that is a PersistentVolumeClaim of mode Block.
  devicePath: Path of the device in the container.
`;
