/** See the README beside this file. */
export const coordinationV1 = `
Lease metadata=1:meta.ObjectMeta spec=2:LeaseSpec
LeaseList metadata=1:meta.ListMeta items=2:[]Lease!
LeaseSpec holderIdentity=1:*string leaseDurationSeconds=2:*int32 acquireTime=3:*MicroTime renewTime=4:*MicroTime leaseTransitions=5:*int32 strategy=6:*string preferredHolder=7:*string
`;
