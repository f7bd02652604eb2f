/** Marks the WebSocket subprotocol that carries a bearer token, because browsers cannot set headers. */
export const TOKEN_PROTOCOL = "base64url.bearer.authorization.k8s.io.";
