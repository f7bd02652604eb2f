/** Descriptions of certificates.k8s.io/v1. The README beside this file explains the format. */
export const certificatesV1 = `
CertificateSigningRequest: A request for a certificate, approved by an approver and signed by the signer that it names.
  spec: The request. Cannot be changed after creation.
  status: Approval and certificate.
CertificateSigningRequestList: A list of CertificateSigningRequests.
CertificateSigningRequestSpec: A request for a certificate.
  request: PEM-encoded PKCS#10 certificate request.
  signerName: Signer, such as kubernetes.io/kube-apiserver-client. A domain and a path, at most 571 characters.
  expirationSeconds: Requested lifetime in seconds, at least 600. The signer may choose another one.
  usages: Key usages of the certificate, such as client auth. Signers reject usages they do not sign.
  username: Name of the requesting user. Set by the server.
  uid: UID of the requesting user. Set by the server.
  groups: Groups of the requesting user. Set by the server.
  extra: Further attributes of the requesting user. Set by the server.
CertificateSigningRequestStatus: Approval and certificate of a request.
  conditions: Approved, Denied or Failed. Approved and Denied exclude each other and cannot be removed.
  certificate: PEM-encoded certificate chain, issued after approval. Cannot be changed once set.
CertificateSigningRequestCondition: A condition of a request.
  type: Approved, Denied or Failed.
  status: True for Approved, Denied and Failed.
  lastUpdateTime: Time of the last update of the condition.
`;
