/** See the README beside this file. */
export const nodeV1 = `
Overhead podFixed=1:{}Quantity
RuntimeClass metadata=1:meta.ObjectMeta handler=2:string! overhead=3:*Overhead scheduling=4:*Scheduling
RuntimeClassList metadata=1:meta.ListMeta items=2:[]RuntimeClass!
Scheduling nodeSelector=1:{}string tolerations=2:[]core.Toleration
`;
