/** CAs by which clients verify the server. */
export interface RootCertificate {
  /** The CAs as PEM; changes on renewal. */
  readonly pem: string;
  /** Calls back after each renewal until the returned function is called. */
  onRenewed(listener: () => void): () => void;
}

export interface RenewableRootCertificate extends RootCertificate {
  renew(pem: string): void;
}

export function createRootCertificate(first: string): RenewableRootCertificate {
  const listeners = new Set<() => void>();
  let pem = first;
  return {
    get pem() {
      return pem;
    },
    onRenewed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    renew(renewed) {
      if (renewed === pem) {
        return;
      }
      pem = renewed;
      for (const listener of listeners) {
        listener();
      }
    },
  };
}

/** A RootCertificate from PEM, which never changes, or from one that is given. */
export function toRootCertificate(given: string | RootCertificate | undefined): RootCertificate | undefined {
  return typeof given === "string" ? createRootCertificate(given) : given;
}
