import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { isFinished } from "./is-finished.ts";

const done = { state: { terminated: { exitCode: 0 } } };
const live = { state: { running: {} } };

describe("isFinished()", () => {
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ["runs", {}, { phase: "Running", containerStatuses: [live] }, false],
    ["has not started", {}, {}, false],
    ["has succeeded", {}, { phase: "Succeeded" }, true],
    ["has failed", {}, { phase: "Failed" }, true],
    ["waits for a container to restart", {}, { phase: "Running", containerStatuses: [done] }, false],
    ["is being deleted and runs", { deletionTimestamp: "2026-01-01T00:00:00Z" }, { containerStatuses: [live] }, false],
    ["is being deleted and never started", { deletionTimestamp: "2026-01-01T00:00:00Z" }, {}, false],
    [
      "is being deleted and one of two runs",
      { deletionTimestamp: "2026-01-01T00:00:00Z" },
      { containerStatuses: [done, live] },
      false,
    ],
    [
      "is being deleted and has ended",
      { deletionTimestamp: "2026-01-01T00:00:00Z" },
      { initContainerStatuses: [done], containerStatuses: [done] },
      true,
    ],
  ])("a pod that %s", (_, metadata, status, expected) => {
    expect(isFinished({ apiVersion: "v1", kind: "Pod", metadata: { name: "p", ...metadata }, status })).toBe(expected);
  });
});
