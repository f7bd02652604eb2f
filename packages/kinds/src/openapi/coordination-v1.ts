/** Descriptions of coordination.k8s.io/v1. The README beside this file explains the format. */
export const coordinationV1 = `
Lease: A lock with an expiry, used for leader election and node heartbeats.
  spec: Holder and times of the Lease.
LeaseList: A list of Leases.
  items: The Leases of this list.
LeaseSpec: Holder and times of a Lease.
  holderIdentity: Identity of the holder. Empty if it is free.
  leaseDurationSeconds: Seconds after renewTime at which other candidates may take the Lease. Positive.
  acquireTime: Time at which the holder acquired the Lease.
  renewTime: Time at which the holder last renewed it.
  leaseTransitions: Number of changes of the holder.
  strategy: Strategy for choosing the holder in coordinated leader election.
  preferredHolder: Candidate the holder should hand over to.
`;
