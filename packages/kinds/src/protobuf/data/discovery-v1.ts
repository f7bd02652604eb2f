/** See the README beside this file. */
export const discoveryV1 = `
Endpoint addresses=1:[]string! conditions=2:EndpointConditions hostname=3:*string targetRef=4:*core.ObjectReference deprecatedTopology=5:{}string nodeName=6:*string zone=7:*string hints=8:*EndpointHints
EndpointConditions ready=1:*bool serving=2:*bool terminating=3:*bool
EndpointHints forZones=1:[]ForZone forNodes=2:[]ForNode
EndpointPort name=1:*string protocol=2:*string port=3:*int32 appProtocol=4:*string
EndpointSlice metadata=1:meta.ObjectMeta addressType=4:string! endpoints=2:[]Endpoint! ports=3:[]EndpointPort!
EndpointSliceList metadata=1:meta.ListMeta items=2:[]EndpointSlice!
ForNode name=1:string!
ForZone name=1:string!
`;
