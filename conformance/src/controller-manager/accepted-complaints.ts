/** What kube-controller-manager says of a kube-apiserver as well, for runs without one to compare with. */
export const acceptedComplaints: readonly RegExp[] = [];
