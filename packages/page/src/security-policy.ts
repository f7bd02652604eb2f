/** Sources that a page needs beyond its own scripts, styles and workers. */
export interface PageNeeds {
  /** Whether the page sends requests to the server that it came from. */
  readonly hasServer: boolean;
}

/**
 * The Content-Security-Policy of a page. Nothing comes from another origin, nothing inline runs, and nothing is
 * evaluated from text. Editors keep their styles in shadow roots, where they are style sheet objects instead of inline
 * `<style>` elements.
 */
export function printSecurityPolicy({ hasServer }: PageNeeds): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    `connect-src ${hasServer ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types kiln-worker",
  ].join("; ");
}

/**
 * Policy for a response header: that of the page, and a ban on other pages that embed it, which only a header can
 * express.
 */
export function printSecurityHeader(needs: PageNeeds): string {
  return `${printSecurityPolicy(needs)}; frame-ancestors 'none'`;
}
