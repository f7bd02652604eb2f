import { TOKEN_PROTOCOL } from "@kiln/wire";
import { type Authenticator, type TokenAuthenticator, TokenError } from "./authenticator.ts";
import { decodeTextUrl } from "./base64url.ts";
import { requireUser } from "./bearer-token.ts";

/**
 * Authenticates `Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.TOKEN, OTHER`. Kubernetes: the token
 * must come once and beside another subprotocol (request/websocket/protocol.go AuthenticateRequest, v1.36).
 */
export function createWebSocketTokenAuthenticator(
  tokens: TokenAuthenticator,
  audiences: readonly string[],
): Authenticator {
  return ({ headers }) => {
    const named = headers["sec-websocket-protocol"];
    if (named?.includes(TOKEN_PROTOCOL) !== true || headers.upgrade?.toLowerCase() !== "websocket") {
      return undefined;
    }
    const found = tokens(readToken(named), audiences);
    return found instanceof Promise ? found.then(requireUser) : requireUser(found);
  };
}

function readToken(protocols: string): string {
  const names = protocols.split(",").map((name) => name.trim());
  const [encoded, ...more] = names.filter((name) => name.startsWith(TOKEN_PROTOCOL));
  const token = encoded === undefined ? undefined : decodeTextUrl(encoded.slice(TOKEN_PROTOCOL.length));
  if (token === undefined || token === "") {
    throw new TokenError("the WebSocket subprotocol holds no base64url token");
  }
  if (more.length > 0) {
    throw new TokenError("several tokens among the WebSocket subprotocols");
  }
  if (names.length === 1) {
    throw new TokenError("the token needs another WebSocket subprotocol beside it");
  }
  return token;
}
