import { type JsonObject, objectAt } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestAnswer } from "../../testing/start-test-server.ts";

const DAEMON_SETS = "/apis/apps/v1/namespaces/default/daemonsets";
const GENERATION = "deprecated.daemonset.template.generation";
const spec: JsonObject = {
  selector: { matchLabels: { a: "b" } },
  template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
};

function generationOf({ json }: TestAnswer): unknown {
  return objectAt(json ?? {}, "metadata", "annotations")[GENERATION];
}

describe("the generation of a DaemonSet's template", () => {
  it.each([
    ["-3", "1", "2"],
    ["+5", "5", "6"],
    ["9007199254740993", "9007199254740993", "9007199254740994"],
    ["9223372036854775807", "9223372036854775807", "-9223372036854775808"],
  ])("is counted from %s as an integer of 64 bits", async (given, made, next) => {
    const { send } = await startTestServer();
    const body = { metadata: { name: "d", annotations: { [GENERATION]: given } }, spec };
    expect(generationOf(await send("POST", DAEMON_SETS, { body }))).toBe(made);
    const patch = (change: JsonObject) =>
      send("PATCH", `${DAEMON_SETS}/d`, { body: change, headers: { "content-type": "application/merge-patch+json" } });
    expect(generationOf(await patch({ metadata: { labels: { x: "y" } } }))).toBe(made);
    expect(generationOf(await patch({ spec: { template: { metadata: { labels: { x: "y" } } } } }))).toBe(next);
  });
});
