/** Headers of a request that reveal its origin. */
export interface RequestSource {
  readonly method: string;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which scripts cannot set. */
  readonly site: string | undefined;
}

/**
 * Reason to refuse a request with this Host; undefined if there is none. A name that an attacker points at this machine
 * (DNS rebinding) differs from the console's own.
 */
export function checkHost(host: string | undefined, port: number): string | undefined {
  return host === undefined || !ownHosts(port).includes(host.toLowerCase())
    ? `Host ${JSON.stringify(host ?? "")} is not this console's: open the link that kiln console printed`
    : undefined;
}

/**
 * Reason to refuse a request even with a valid session; undefined if there is none. Files of the page are public: a
 * link to it may be followed from anywhere.
 *
 * - Origin, where a browser sends one, must be the console's own: another page must not send requests here.
 * - A write must have an Origin: every browser sends one with it.
 */
export function checkSource({ method, origin, site }: RequestSource, port: number): string | undefined {
  if (origin !== undefined && !ownHosts(port).some((host) => origin === `http://${host}`)) {
    return `Origin ${JSON.stringify(origin)} is not this console's`;
  }
  if (origin === undefined && method !== "GET" && method !== "HEAD") {
    return `a ${method} request needs an Origin`;
  }
  if (site === "cross-site" || site === "same-site") {
    return `a request of another page (Sec-Fetch-Site: ${site}) is not answered`;
  }
  return undefined;
}

function ownHosts(port: number): readonly string[] {
  return ["127.0.0.1", "localhost", "[::1]"].map((name) => (port === 80 ? name : `${name}:${port}`));
}
