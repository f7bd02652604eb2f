import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const apidiscoveryV2: PackageText = {
  path: "apidiscovery/v2",
  apiVersion: "apidiscovery.k8s.io/v2",
  prefix: "io.k8s.api.apidiscovery.v2.",
  resources: "[]",
  types: "{}",
  messages: `
APIGroupDiscovery metadata=1:meta.ObjectMeta versions=2:[]APIVersionDiscovery
APIGroupDiscoveryList metadata=1:meta.ListMeta items=2:[]APIGroupDiscovery!
APIResourceDiscovery resource=1:string! responseKind=2:*meta.GroupVersionKind scope=3:string! singularResource=4:string! verbs=5:[]string! shortNames=6:[]string categories=7:[]string subresources=8:[]APISubresourceDiscovery
APISubresourceDiscovery subresource=1:string! responseKind=2:*meta.GroupVersionKind acceptedTypes=3:[]meta.GroupVersionKind verbs=4:[]string!
APIVersionDiscovery version=1:string! resources=2:[]APIResourceDiscovery freshness=3:string
`,
};
