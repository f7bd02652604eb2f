import { fieldPath, type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { fieldRules } from "../../field-rules.ts";
import { NO_POD } from "./pod-surroundings.ts";
import { LIFECYCLE_RULES, PROBE_RULES } from "./validate-probes.ts";

const validateProbes = fieldRules(PROBE_RULES);
const validateLifecycle = fieldRules(LIFECYCLE_RULES);

const HTTP = { path: "/", port: 80, scheme: "HTTP" };

function probeErrors(probe: JsonObject, name = "livenessProbe"): string[] {
  const container = { [name]: { successThreshold: 1, ...probe } };
  return validateProbes(container, fieldPath("c")).map((error) => printFieldError(error).replace(`c.${name}`, "p"));
}

describe("PROBE_RULES", () => {
  it.each<[what: string, probe: JsonObject, errors: string[]]>([
    ["a request", { httpGet: HTTP }, []],
    ["a named port", { tcpSocket: { port: "http" } }, []],
    ["a service", { grpc: { port: 1 } }, []],
    ["a command", { exec: { command: ["true"] } }, []],
    ["no handler", {}, ["p: Required value: must specify a handler type"]],
    [
      "two handlers",
      { exec: { command: ["true"] }, tcpSocket: { port: 1 } },
      ["p.tcpSocket: Forbidden: may not specify more than 1 handler type"],
    ],
    ["no command", { exec: {} }, ["p.exec.command: Required value"]],
    [
      "a request without fields",
      { httpGet: {} },
      [
        "p.httpGet.path: Required value",
        "p.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive",
        'p.httpGet.scheme: Unsupported value: "": supported values: "HTTP", "HTTPS"',
      ],
    ],
    [
      "a port out of range",
      { tcpSocket: { port: 65536 } },
      ["p.tcpSocket.port: Invalid value: 65536: must be between 1 and 65535, inclusive"],
    ],
    [
      "negative counts, in the order of Go",
      { httpGet: HTTP, failureThreshold: -1, initialDelaySeconds: -2 },
      [
        "p.initialDelaySeconds: Invalid value: -2: must be greater than or equal to 0",
        "p.failureThreshold: Invalid value: -1: must be greater than or equal to 0",
      ],
    ],
    [
      "a grace period of nothing",
      { httpGet: HTTP, terminationGracePeriodSeconds: 0 },
      ["p.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0"],
    ],
    [
      "more than one success",
      { httpGet: HTTP, successThreshold: 2 },
      ["p.successThreshold: Invalid value: 2: must be 1"],
    ],
  ])("judges %s", (_, probe, errors) => {
    expect(probeErrors(probe)).toEqual(errors);
  });

  it("lets readiness need several successes, and have no grace period", () => {
    expect(probeErrors({ httpGet: HTTP, successThreshold: 2 }, "readinessProbe")).toEqual([]);
    expect(probeErrors({ httpGet: HTTP, terminationGracePeriodSeconds: 3 }, "readinessProbe")).toEqual([
      "p.terminationGracePeriodSeconds: Invalid value: 3: must not be set for readinessProbes",
    ]);
  });
});

describe("LIFECYCLE_RULES", () => {
  it("compares sleep with the grace period of the Pod", () => {
    const pod = { ...NO_POD, spec: { terminationGracePeriodSeconds: 30 } };
    const errorsOf = (seconds: number) =>
      validateLifecycle({ lifecycle: { preStop: { sleep: { seconds } } } }, fieldPath("c"), { given: pod }).map(
        printFieldError,
      );
    expect([0, 30].map(errorsOf)).toEqual([[], []]);
    expect(errorsOf(31)).toEqual([
      "c.lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)",
    ]);
  });
});
