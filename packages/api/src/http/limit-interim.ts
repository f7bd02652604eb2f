/** An HTTP request of Node, as far as interim responses concern it. */
interface SentRequest {
  on(event: "information", listener: () => void): unknown;
  destroy(error: Error): unknown;
}

/** Kubernetes: interim responses that Go's client accepts (net/http/transport.go readResponse, Go 1.26). */
const MAX_INTERIM = 5;

/** Returns a function to call for each interim response (1xx) to a request; it returns the error for one too many. */
export function countInterim(): () => Error | undefined {
  let count = 0;
  return () => (++count > MAX_INTERIM ? new Error("net/http: too many 1xx informational responses") : undefined);
}

/** Ends a request whose server sends one interim response after another. */
export function limitInterim(request: SentRequest): void {
  const count = countInterim();
  request.on("information", () => {
    const fault = count();
    if (fault !== undefined) {
      request.destroy(fault);
    }
  });
}
