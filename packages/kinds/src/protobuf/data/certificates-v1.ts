/** See the README beside this file. */
export const certificatesV1 = `
CertificateSigningRequest metadata=1:meta.ObjectMeta spec=2:CertificateSigningRequestSpec status=3:CertificateSigningRequestStatus
CertificateSigningRequestCondition type=1:string! status=6:string! reason=2:string message=3:string lastUpdateTime=4:Time! lastTransitionTime=5:Time!
CertificateSigningRequestList metadata=1:meta.ListMeta items=2:[]CertificateSigningRequest!
CertificateSigningRequestSpec request=1:bytes! signerName=7:string! expirationSeconds=8:*int32 usages=5:[]string username=2:string uid=3:string groups=4:[]string extra=6:{}strings
CertificateSigningRequestStatus conditions=1:[]CertificateSigningRequestCondition certificate=2:bytes
`;
