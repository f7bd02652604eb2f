/** By this certificate extension API servers recognize the API server that names the user. PEM. */
export interface FrontProxy {
  /** The authority that signed it, which they read from extension-apiserver-authentication. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** The name in the certificate: no other certificate of the authority may name users. */
export const FRONT_PROXY_NAME = "front-proxy-client";
