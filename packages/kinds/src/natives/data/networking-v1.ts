import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const networkingV1: PackageText = {
  path: "networking/v1",
  group: "networking.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.networking.v1.",
  resources: `[
{"plural":"ingressclasses","singular":"ingressclass","kind":"IngressClass","scope":"Cluster","generations":true,"columns":[["Name","string","name"],["Controller","string"],["Parameters","string"],["Age","string"]]},
{"plural":"ingresses","singular":"ingress","kind":"Ingress","shortNames":["ing"],"subresources":[{"name":"status"}],"generations":true,"columns":[["Name","string","name"],["Class","string"],["Hosts","string"],["Address","string"],["Ports","string"],["Age","string"]]},
{"plural":"ipaddresses","singular":"ipaddress","kind":"IPAddress","scope":"Cluster","shortNames":["ip"],"columns":[["Name","string","name"],["ParentRef","string"]]},
{"plural":"networkpolicies","singular":"networkpolicy","kind":"NetworkPolicy","shortNames":["netpol"],"generations":"exact","columns":[["Name","string","name"],["Pod-Selector","string"],["Age","string"]]},
{"plural":"servicecidrs","singular":"servicecidr","kind":"ServiceCIDR","scope":"Cluster","subresources":[{"name":"status"}],"columns":[["Name","string","name"],["CIDRs","string"],["Age","string"]]}
]`,
  types: `{
"HTTPIngressPath":{"path":"string","pathType":"*PathType;keep;required;enum=Exact|ImplementationSpecific|Prefix","backend":"IngressBackend;keep;required"},
"HTTPIngressRuleValue":{"paths":"[]HTTPIngressPath;keep;required;list=atomic"},
"IPAddress":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"IPAddressSpec;required"},
"IPAddressList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]IPAddress;keep;required"},
"IPAddressSpec":{"parentRef":"*ParentReference;required"},
"IPBlock":{"cidr":"string;keep;required","except":"[]string;list=atomic"},
"Ingress":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"IngressSpec","status":"IngressStatus"},
"IngressBackend":{"service":"*IngressServiceBackend","resource":"*core/v1.TypedLocalObjectReference"},
"IngressClass":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"IngressClassSpec"},
"IngressClassList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]IngressClass;keep;required"},
"IngressClassParametersReference":{"apiGroup":"*string","kind":"string;keep;required","name":"string;keep;required","scope":"*string;keep","namespace":"*string"},
"IngressClassSpec":{"controller":"string","parameters":"*IngressClassParametersReference"},
"IngressList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Ingress;keep;required"},
"IngressLoadBalancerIngress":{"ip":"string","hostname":"string","ports":"[]IngressPortStatus;list=atomic"},
"IngressLoadBalancerStatus":{"ingress":"[]IngressLoadBalancerIngress;list=atomic"},
"IngressPortStatus":{"port":"int32;keep;required","protocol":"core/v1.Protocol;keep;required;enum=SCTP|TCP|UDP","error":"*string"},
"IngressRule":{"host":"string","http":"*HTTPIngressRuleValue"},
"IngressServiceBackend":{"name":"string;keep;required","port":"ServiceBackendPort"},
"IngressSpec":{"ingressClassName":"*string","defaultBackend":"*IngressBackend","tls":"[]IngressTLS;list=atomic","rules":"[]IngressRule;list=atomic"},
"IngressStatus":{"loadBalancer":"IngressLoadBalancerStatus"},
"IngressTLS":{"hosts":"[]string;list=atomic","secretName":"string"},
"NetworkPolicy":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"NetworkPolicySpec"},
"NetworkPolicyEgressRule":{"ports":"[]NetworkPolicyPort;list=atomic","to":"[]NetworkPolicyPeer;list=atomic"},
"NetworkPolicyIngressRule":{"ports":"[]NetworkPolicyPort;list=atomic","from":"[]NetworkPolicyPeer;list=atomic"},
"NetworkPolicyList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]NetworkPolicy;keep;required"},
"NetworkPolicyPeer":{"podSelector":"*meta/v1.LabelSelector","namespaceSelector":"*meta/v1.LabelSelector","ipBlock":"*IPBlock"},
"NetworkPolicyPort":{"protocol":"*core/v1.Protocol;enum=SCTP|TCP|UDP","port":"*intOrString","endPort":"*int32"},
"NetworkPolicySpec":{"podSelector":"meta/v1.LabelSelector;keep","ingress":"[]NetworkPolicyIngressRule;list=atomic","egress":"[]NetworkPolicyEgressRule;list=atomic","policyTypes":"[]PolicyType;itemEnum=Egress|Ingress;list=atomic"},
"ParentReference":{"group":"string","resource":"string;required","namespace":"string","name":"string;required"},
"PathType":"string",
"PolicyType":"string",
"ServiceBackendPort":{"name":"string","number":"int32"},
"ServiceCIDR":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"ServiceCIDRSpec","status":"ServiceCIDRStatus"},
"ServiceCIDRList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]ServiceCIDR;keep;required"},
"ServiceCIDRSpec":{"cidrs":"[]string;list=atomic"},
"ServiceCIDRStatus":{"conditions":"[]meta/v1.Condition;list=map:type;patch=merge:type"}
}`,
  kinds:
    "IPAddress IPAddressList Ingress IngressClass IngressClassList IngressList NetworkPolicy NetworkPolicyList ServiceCIDR ServiceCIDRList",
  atomic: "ServiceBackendPort",
  messages: `
HTTPIngressPath path=1:string pathType=3:*string! backend=2:IngressBackend
HTTPIngressRuleValue paths=1:[]HTTPIngressPath!
IPAddress metadata=1:meta.ObjectMeta spec=2:IPAddressSpec
IPAddressList metadata=1:meta.ListMeta items=2:[]IPAddress!
IPAddressSpec parentRef=1:*ParentReference
IPBlock cidr=1:string! except=2:[]string
Ingress metadata=1:meta.ObjectMeta spec=2:IngressSpec status=3:IngressStatus
IngressBackend service=4:*IngressServiceBackend resource=3:*core.TypedLocalObjectReference
IngressClass metadata=1:meta.ObjectMeta spec=2:IngressClassSpec
IngressClassList metadata=1:meta.ListMeta items=2:[]IngressClass!
IngressClassParametersReference apiGroup=1:*string kind=2:string! name=3:string! scope=4:*string! namespace=5:*string
IngressClassSpec controller=1:string parameters=2:*IngressClassParametersReference
IngressList metadata=1:meta.ListMeta items=2:[]Ingress!
IngressLoadBalancerIngress ip=1:string hostname=2:string ports=4:[]IngressPortStatus
IngressLoadBalancerStatus ingress=1:[]IngressLoadBalancerIngress
IngressPortStatus port=1:int32! protocol=2:string! error=3:*string
IngressRule host=1:string =2:IngressRuleValue
IngressRuleValue http=1:*HTTPIngressRuleValue
IngressServiceBackend name=1:string! port=2:ServiceBackendPort
IngressSpec ingressClassName=4:*string defaultBackend=1:*IngressBackend tls=2:[]IngressTLS rules=3:[]IngressRule
IngressStatus loadBalancer=1:IngressLoadBalancerStatus
IngressTLS hosts=1:[]string secretName=2:string
NetworkPolicy metadata=1:meta.ObjectMeta spec=2:NetworkPolicySpec
NetworkPolicyEgressRule ports=1:[]NetworkPolicyPort to=2:[]NetworkPolicyPeer
NetworkPolicyIngressRule ports=1:[]NetworkPolicyPort from=2:[]NetworkPolicyPeer
NetworkPolicyList metadata=1:meta.ListMeta items=2:[]NetworkPolicy!
NetworkPolicyPeer podSelector=1:*meta.LabelSelector namespaceSelector=2:*meta.LabelSelector ipBlock=3:*IPBlock
NetworkPolicyPort protocol=1:*string port=2:*IntOrString endPort=3:*int32
NetworkPolicySpec podSelector=1:meta.LabelSelector ingress=2:[]NetworkPolicyIngressRule egress=3:[]NetworkPolicyEgressRule policyTypes=4:[]string
ParentReference group=1:string resource=2:string namespace=3:string name=4:string
ServiceBackendPort name=1:string number=2:int32
ServiceCIDR metadata=1:meta.ObjectMeta spec=2:ServiceCIDRSpec status=3:ServiceCIDRStatus
ServiceCIDRList metadata=1:meta.ListMeta items=2:[]ServiceCIDR!
ServiceCIDRSpec cidrs=1:[]string
ServiceCIDRStatus conditions=1:[]meta.Condition
`,
};
