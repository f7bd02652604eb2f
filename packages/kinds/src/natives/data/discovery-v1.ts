import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const discoveryV1: PackageText = {
  path: "discovery/v1",
  group: "discovery.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.discovery.v1.",
  resources: `[
{"plural":"endpointslices","singular":"endpointslice","kind":"EndpointSlice","generations":true,"columns":[["Name","string","name"],["AddressType","string"],["Ports","string"],["Endpoints","string"],["Age","string"]]}
]`,
  types: `{
"AddressType":"string",
"Endpoint":{"addresses":"[]string;keep;required;list=set","conditions":"EndpointConditions","hostname":"*string","targetRef":"*core/v1.ObjectReference","deprecatedTopology":"map[string]string","nodeName":"*string","zone":"*string","hints":"*EndpointHints"},
"EndpointConditions":{"ready":"*bool","serving":"*bool","terminating":"*bool"},
"EndpointHints":{"forZones":"[]ForZone;list=atomic","forNodes":"[]ForNode;list=atomic"},
"EndpointPort":{"name":"*string","protocol":"*core/v1.Protocol;enum=SCTP|TCP|UDP","port":"*int32","appProtocol":"*string"},
"EndpointSlice":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","addressType":"AddressType;keep;required;enum=FQDN|IPv4|IPv6","endpoints":"[]Endpoint;keep;list=atomic","ports":"[]EndpointPort;keep;list=atomic"},
"EndpointSliceList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]EndpointSlice;keep;required"},
"ForNode":{"name":"string;keep;required"},
"ForZone":{"name":"string;keep;required"}
}`,
  kinds: "EndpointSlice EndpointSliceList",
  atomic: "EndpointPort",
  messages: `
Endpoint addresses=1:[]string! conditions=2:EndpointConditions hostname=3:*string targetRef=4:*core.ObjectReference deprecatedTopology=5:{}string nodeName=6:*string zone=7:*string hints=8:*EndpointHints
EndpointConditions ready=1:*bool serving=2:*bool terminating=3:*bool
EndpointHints forZones=1:[]ForZone forNodes=2:[]ForNode
EndpointPort name=1:*string protocol=2:*string port=3:*int32 appProtocol=4:*string
EndpointSlice metadata=1:meta.ObjectMeta addressType=4:string! endpoints=2:[]Endpoint! ports=3:[]EndpointPort!
EndpointSliceList metadata=1:meta.ListMeta items=2:[]EndpointSlice!
ForNode name=1:string!
ForZone name=1:string!
`,
};
