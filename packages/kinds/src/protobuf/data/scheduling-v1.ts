/** See the README beside this file. */
export const schedulingV1 = `
PriorityClass metadata=1:meta.ObjectMeta value=2:int32! globalDefault=3:bool description=4:string preemptionPolicy=5:*string
PriorityClassList metadata=1:meta.ListMeta items=2:[]PriorityClass!
`;
