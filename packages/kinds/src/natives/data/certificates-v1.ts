import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const certificatesV1: PackageText = {
  path: "certificates/v1",
  group: "certificates.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.certificates.v1.",
  resources: `[
{"plural":"certificatesigningrequests","singular":"certificatesigningrequest","kind":"CertificateSigningRequest","scope":"Cluster","shortNames":["csr"],"subresources":[{"name":"approval"},{"name":"status"}],"columns":[["Name","string","name"],["Age","string"],["SignerName","string"],["Requestor","string"],["RequestedDuration","string"],["Condition","string"]]}
]`,
  types: `{
"CertificateSigningRequest":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"CertificateSigningRequestSpec;keep;required","status":"CertificateSigningRequestStatus"},
"CertificateSigningRequestCondition":{"type":"RequestConditionType;keep;required","status":"core/v1.ConditionStatus;keep;required","reason":"string","message":"string","lastUpdateTime":"time","lastTransitionTime":"time"},
"CertificateSigningRequestList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]CertificateSigningRequest;keep;required"},
"CertificateSigningRequestSpec":{"request":"bytes;keep;required","signerName":"string;keep;required","expirationSeconds":"*int32","usages":"[]KeyUsage;itemEnum=any|cert sign|client auth|code signing|content commitment|crl sign|data encipherment|decipher only|digital signature|email protection|encipher only|ipsec end system|ipsec tunnel|ipsec user|key agreement|key encipherment|microsoft sgc|netscape sgc|ocsp signing|s/mime|server auth|signing|timestamping;list=atomic","username":"string","uid":"string","groups":"[]string;list=atomic","extra":"map[string]ExtraValue"},
"CertificateSigningRequestStatus":{"conditions":"[]CertificateSigningRequestCondition;list=map:type","certificate":"bytes"},
"ExtraValue":"[]string",
"KeyUsage":"string",
"RequestConditionType":"string"
}`,
  kinds: "CertificateSigningRequest CertificateSigningRequestList",
  messages: `
CertificateSigningRequest metadata=1:meta.ObjectMeta spec=2:CertificateSigningRequestSpec status=3:CertificateSigningRequestStatus
CertificateSigningRequestCondition type=1:string! status=6:string! reason=2:string message=3:string lastUpdateTime=4:Time! lastTransitionTime=5:Time!
CertificateSigningRequestList metadata=1:meta.ListMeta items=2:[]CertificateSigningRequest!
CertificateSigningRequestSpec request=1:bytes! signerName=7:string! expirationSeconds=8:*int32 usages=5:[]string username=2:string uid=3:string groups=4:[]string extra=6:{}strings
CertificateSigningRequestStatus conditions=1:[]CertificateSigningRequestCondition certificate=2:bytes
`,
};
