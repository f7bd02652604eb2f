import type { Payload } from "@kiln/agent";
import { describe, expect, it } from "vitest";
import { PublicationLog } from "./publication-log.ts";

function files(content: Readonly<Record<string, string>>): Payload {
  return new Map(Object.entries(content).map(([path, text]) => [path, { bytes: Buffer.from(text), mode: 0o644 }]));
}

const config = { nodeName: "a", path: "pods/u1/volumes/kubernetes.io~configmap/config" };
const secret = { nodeName: "a", path: "pods/u1/volumes/kubernetes.io~secret/secret" };

describe("PublicationLog", () => {
  it("has a pod ready when both of its volumes are there, and not before", () => {
    let now = 1000;
    const log = new PublicationLog(() => now);
    log.add({ ...config, payload: files({ text: "one", stamp: "0" }) });
    expect(log.readyPods).toBe(0);
    expect(log.pods(["u1"])).toEqual([{ uid: "u1", texts: ["one"] }]);
    now = 1500;
    log.add({ ...secret, payload: files({ text: "two", stamp: "0" }) });
    expect(log.readyTimes()).toEqual([1500]);
    expect(log.pods(["u1", "u2"])).toEqual([
      { uid: "u1", texts: ["one", "two"], readyAt: 1500 },
      { uid: "u2", texts: [] },
    ]);
  });

  it("counts the delay of changes from the stamp in their content, not of first publications", () => {
    const log = new PublicationLog(() => 1000);
    log.add({ ...config, payload: files({ text: "one", stamp: "0" }) });
    log.add({ ...config, payload: files({ text: "two", stamp: "900" }) });
    expect(log.takeDelays()).toEqual([100]);
    expect(log.takeDelays()).toEqual([]);
  });
});
