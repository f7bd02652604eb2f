/** Descriptions of authentication.k8s.io/v1. The README beside this file explains the format. */
export const authenticationV1 = `
TokenReview: A request to check a bearer token. It is answered and not stored.
  spec: Token to check.
  status: Whether the token is valid and, if so, its user. Written by the server.
TokenReviewSpec: A token to check.
  token: Bearer token to check.
  audiences: Audiences of the component that checks the token; one of them must be among the token's. Defaults to the audiences of the API server.
TokenReviewStatus: Result of a check.
  authenticated: Whether the token belongs to a known user.
  user: User of the token.
  audiences: Audiences that the token and the request have in common.
  error: Why the token could not be checked.
UserInfo: A user as authenticated.
  username: Name of the user.
  uid: Identifier that tells the user from earlier ones of the same name.
  groups: Groups of the user.
  extra: Further attributes of the user, by key.
TokenRequest: A request for a token of a ServiceAccount, sent to its token subresource.
  spec: Audiences, lifetime and binding of the token.
  status: The token. Written by the server.
TokenRequestSpec: Audiences, lifetime and binding of a token.
  audiences: Audiences that accept the token. Defaults to the audiences of the API server.
  expirationSeconds: Requested lifetime in seconds, at least 600. Defaults to 3600. The server may choose another one.
  boundObjectRef: Object whose deletion ends the token: a Pod, Secret or Node.
TokenRequestStatus: A token.
  token: The bearer token.
  expirationTimestamp: Time at which the token expires.
BoundObjectReference: Object that a token is bound to.
  kind: Pod, Secret or Node.
  apiVersion: API version of the object, v1.
  name: Name of the object.
  uid: UID of the object. Must match if set.
SelfSubjectReview: A request for the attributes of the user who sends it. It is answered and not stored.
  status: Attributes of the user. Written by the server.
SelfSubjectReviewStatus: Attributes of the user.
  userInfo: User as authenticated.
`;
