/** Prefix of the WebSocket subprotocol that carries a bearer token: browsers cannot set headers. */
export const TOKEN_PROTOCOL = "base64url.bearer.authorization.k8s.io.";
