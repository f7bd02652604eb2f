/** Kubernetes: a Go client gives up at the tenth redirect (net/http client.go defaultCheckRedirect, Go 1.26). */
export const maxRedirects = 10;

export interface Redirect {
  readonly method: string;
  /** Location header: absolute, or relative to the requested URL. */
  readonly location: string;
  /** True if the redirected request has the same method and body. */
  readonly keepsBody: boolean;
}

/**
 * Request to which a 3xx response redirects, by the rules of Go's HTTP client; undefined if the response itself is the
 * result.
 */
export function redirectOf(
  method: string,
  { status, location = "" }: { readonly status: number; readonly location?: string | undefined },
): Redirect | undefined {
  if (location === "") {
    return undefined;
  }
  if (status === 307 || status === 308) {
    return { method, location, keepsBody: true };
  }
  if (status === 301 || status === 302 || status === 303) {
    return { method: method === "HEAD" ? "HEAD" : "GET", location, keepsBody: false };
  }
  return undefined;
}
