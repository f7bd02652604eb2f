import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, judgeNew, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("an Event", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/events",
    object: {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "ev1" },
      involvedObject: { kind: "Pod", name: "p", namespace: "default" },
      reason: "R",
      message: "m",
      type: "Normal",
      eventTime: "2024-05-01T10:00:00.000000Z",
      reportingComponent: "c",
      reportingInstance: "i",
      action: "A",
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { eventTime: null, involvedObject: { namespace: "other" } },
      'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    ],
    [
      { reportingComponent: "", reportingInstance: "", action: "", reason: "" },
      "[reportingComponent: Required value, reportingComponent: Invalid value: \"\": name part must be non-empty, reportingComponent: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), reportingInstance: Required value, action: Required value, reason: Required value]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("an Event of events.k8s.io", () => {
  const sample: Sample = {
    path: "/apis/events.k8s.io/v1/namespaces/default/events",
    object: {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "ev2" },
      regarding: { kind: "Pod", name: "p", namespace: "default" },
      reason: "R",
      note: "m",
      type: "Normal",
      eventTime: "2024-05-01T10:00:00.000000Z",
      reportingController: "c",
      reportingInstance: "i",
      action: "A",
      related: { name: "r" },
      series: { count: 2, lastObservedTime: "2024-05-01T10:00:00.000000Z" },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ eventTime: null }, "eventTime: Required value"],
    [
      { type: "Odd", series: { count: 1, lastObservedTime: null } },
      '[series.count: Invalid value: "": should be at least 2, series.lastObservedTime: Required value, type: Invalid value: "": has invalid value: Odd]',
    ],
    [
      { deprecatedCount: 2, deprecatedSource: { component: "x" }, deprecatedFirstTimestamp: "2024-05-01T10:00:00Z" },
      '[firstTimestamp: Invalid value: "": needs to be unset, count: Invalid value: "": needs to be unset, source: Invalid value: "": needs to be unset]',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ note: "other" }, 'message: Invalid value: "other": field is immutable'],
    [
      { regarding: { name: "q" } },
      'involvedObject: Invalid value: {"Kind":"Pod","Namespace":"default","Name":"q","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":""}: field is immutable',
    ],
    [
      { reason: "S", type: "Warning", deprecatedCount: 2 },
      '[reason: Invalid value: "S": field is immutable, count: Invalid value: 2: field is immutable, type: Invalid value: "Warning": field is immutable]',
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});
