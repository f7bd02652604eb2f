/** Client certificate by which aggregated API servers recognize this one when it names the user. PEM. */
export interface FrontProxy {
  /** CA that signed it, published in extension-apiserver-authentication. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Common name of the certificate: no other certificate of the CA may name users. */
export const FRONT_PROXY_NAME = "front-proxy-client";
