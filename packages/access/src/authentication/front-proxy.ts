/**
 * Client certificate in PEM with which this server authenticates to aggregated API servers, so that they accept the
 * user in its headers.
 */
export interface FrontProxy {
  /** CA of the certificate, published in extension-apiserver-authentication. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Common name of the certificate: aggregated API servers accept users only from this name. */
export const FRONT_PROXY_NAME = "front-proxy-client";
