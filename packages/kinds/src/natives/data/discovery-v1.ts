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
};
