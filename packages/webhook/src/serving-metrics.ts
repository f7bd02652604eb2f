import { createCounter, createGauge, createHistogram, observe, printMetrics } from "@kiln/api";

/** Metrics of a webhook server. */
export interface ServingMetrics {
  /** Returns the function to call when the request is answered. */
  begin(path: string): (status: number, seconds: number) => void;
  /** Counts an error of a handler. */
  countFault(): void;
  countReload(isGood: boolean): void;
  countHandshakeFailure(): void;
  setExpiry(date: Date): void;
  /** All metrics in the text format of Prometheus. */
  print(): string;
}

/** Bounds of the histogram in seconds. Responses mostly take far below a millisecond; callers wait for seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

/** Creates the metrics of a server. Only served paths are passed to it, so that clients cannot create new labels. */
export function createServingMetrics(): ServingMetrics {
  const families = createFamilies();
  const { requests, durations, inFlight, faults, reloads, expiry, handshakeFailures } = families;
  return {
    begin(path) {
      const open = inFlight.cell([path]);
      open.value++;
      return (status, seconds) => {
        open.value--;
        requests.cell([path, String(status)]).value++;
        observe(durations.cell([path]), seconds);
      };
    },
    countFault: () => {
      faults.cell([]).value++;
    },
    countReload: (isGood) => {
      reloads.cell([isGood ? "success" : "failure"]).value++;
    },
    countHandshakeFailure: () => {
      handshakeFailures.cell([]).value++;
    },
    setExpiry: (date) => {
      expiry.cell([]).value = date.getTime() / 1000;
    },
    print: () => printMetrics(Object.values(families)),
  };
}

/** Metrics in order of output. Those without a path label are printed even before their first value. */
function createFamilies() {
  const families = {
    requests: createCounter({
      name: "webhook_requests_total",
      help: "Total number of reviews answered, by path and code.",
      labels: ["path", "code"],
    }),
    durations: createHistogram(
      { name: "webhook_request_duration_seconds", help: "Seconds that a review took, by path.", labels: ["path"] },
      BUCKETS,
    ),
    inFlight: createGauge({
      name: "webhook_requests_in_flight",
      help: "Number of reviews in flight.",
      labels: ["path"],
    }),
    faults: createCounter({ name: "webhook_faults_total", help: "Total number of reviews whose handler failed." }),
    reloads: createCounter({
      name: "webhook_certificate_reloads_total",
      help: "Total number of certificate reloads, by result.",
      labels: ["result"],
    }),
    expiry: createGauge({
      name: "webhook_certificate_expiry_timestamp_seconds",
      help: "Time at which the current certificate expires, in seconds since the Unix epoch.",
    }),
    handshakeFailures: createCounter({
      name: "webhook_tls_handshake_failures_total",
      help: "Total number of failed TLS handshakes.",
    }),
  };
  families.faults.cell([]);
  families.reloads.cell(["success"]);
  families.reloads.cell(["failure"]);
  families.expiry.cell([]);
  families.handshakeFailures.cell([]);
  return families;
}
