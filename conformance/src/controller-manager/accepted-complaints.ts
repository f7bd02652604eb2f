/**
 * Log messages that kube-controller-manager prints with a kube-apiserver as well: its controllers race with each other
 * and with the deletion of a namespace, and there are no metrics of Pods. Which races are lost differs from run to run.
 */
export const acceptedComplaints: readonly RegExp[] = [
  /unable to create new content in namespace .* because it is being terminated/,
  /unexpected items still remain in namespace/,
  /the object has been modified; please apply your changes to the latest version/,
  /is not as new as written version/,
  /pvc .* is being deleted/,
  /ResourceClaim not created yet/,
  /(deployments|replicasets)\.apps .* not found/,
  /unable to get metrics for resource cpu/,
  /^options\.go: The manifest file is empty/,
  /^probe\.go: Flexvolume plugin directory/,
];
