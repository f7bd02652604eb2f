/** An HTTP request of Node, as far as interim responses concern it. */
interface SentRequest {
  on(event: "information", listener: () => void): unknown;
  destroy(error: Error): unknown;
}

/** Kubernetes: interim responses that Go's client accepts (net/http/transport.go readResponse, Go 1.26). */
const MAX_INTERIM = 5;

/** Ends a request whose server sends one interim response (1xx) after another. */
export function limitInterim(request: SentRequest): void {
  let count = 0;
  request.on("information", () => {
    if (++count > MAX_INTERIM) {
      request.destroy(new Error("net/http: too many 1xx informational responses"));
    }
  });
}
