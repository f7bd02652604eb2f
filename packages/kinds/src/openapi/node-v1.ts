/** Descriptions of node.k8s.io/v1. The README beside this file explains the format. */
export const nodeV1 = `
RuntimeClass: A container runtime that Pods choose by runtimeClassName.
  handler: Name of the runtime in the configuration of the node's CRI implementation. A DNS label. Cannot be changed.
  overhead: Resources that running a Pod takes besides its containers. Added to the Pod by admission.
  scheduling: Nodes that support the runtime. All nodes if unset.
RuntimeClassList: A list of RuntimeClasses.
Overhead: Resources that running a Pod takes.
  podFixed: Fixed amounts for each Pod.
Scheduling: Nodes that support a runtime.
  nodeSelector: Labels of these nodes. Merged with those of the Pod; a conflict rejects the Pod.
  tolerations: Tolerations that are added to the Pod.
`;
