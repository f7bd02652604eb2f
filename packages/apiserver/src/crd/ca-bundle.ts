const BLOCK = /-----BEGIN ([^\n-]*)-----\r?\n([\s\S]*?)\r?\n?-----END \1-----/g;
const SEQUENCE = "\x30";

/**
 * Reason why the bundle (base64 of PEM) contains no CA; undefined if it does. Certificates are only recognized, not
 * verified: the connection reports other errors.
 */
export function caBundleFault(bundle: string): string | undefined {
  const blocks = [...atob(bundle).matchAll(BLOCK)];
  if (blocks.length === 0) {
    return "unable to load root certificates: unable to parse bytes as PEM block";
  }
  const certificates = blocks.filter(([, type]) => type === "CERTIFICATE");
  if (certificates.length === 0) {
    return "unable to load root certificates: no valid certificate authority data seen";
  }
  return certificates.some(([, , body]) => isCertificate(body as string))
    ? undefined
    : "unable to load root certificates: failed to parse certificate: x509: malformed certificate";
}

function isCertificate(base64: string): boolean {
  try {
    return atob(base64.replace(/\s/g, "")).startsWith(SEQUENCE);
  } catch {
    return false;
  }
}
