import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const RULES = ["self.n > 1", "self.n > 2", "self.n > 3"].map((rule) => ({ rule }));
const SPEC = {
  o: { type: "object", properties: { n: { type: "integer" } }, "x-kubernetes-validations": RULES },
} as const;

/** A clock that advances by 6 ms at every reading. */
function createFastClock() {
  let now = 0;
  return { ...createManualClock(new Date(0)), monotonicMs: () => (now += 6) };
}

describe("validate", () => {
  it("answers the same where rules take so long that it is broken off between them", async () => {
    const clock = createFastClock();
    const server = await startTestServer({ clock, limits: { requestTimeoutMs: 1e9 } });
    await defineWidgets(server, SPEC);
    const post = (name: string, n: number) =>
      server.send("POST", WIDGETS, { body: widget(name, { spec: { o: { n } } }) });
    const { json } = await post("a", 2);
    const said = (n: number) => ({ message: `Invalid value: failed rule: self.n > ${n}` });
    expect(json).toMatchObject({ code: 422, details: { causes: [said(2), said(3)] } });
    expect((await post("b", 4)).status).toBe(201);
  });
});
