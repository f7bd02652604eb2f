import { describe, expect, it } from "vitest";
import { checkGaps, updateGaps } from "./known-gaps.ts";
import type { ScenarioResult } from "./run-replay.ts";
import type { Scenario } from "./scenario.ts";

const scenario: Scenario = {
  name: "list-paging",
  about: "",
  steps: [{ do: "GET /a" }, { do: "GET /b" }, { do: "GET /openapi/v3" }],
};

/** Steps whose number is given differ. */
function played(...wrong: readonly number[]): ScenarioResult {
  const steps = scenario.steps.map((step, index) => ({
    index,
    what: step.do ?? "",
    differences: wrong.includes(index) ? ["/code: expected 200, got 404"] : [],
  }));
  return { name: scenario.name, semantics: "kep", steps, log: [], tookMs: 1 };
}

describe("checkGaps()", () => {
  it("is content with differences that are listed", () => {
    expect(checkGaps(played(1), { "list-paging": { "1 GET /b": "list" } })).toEqual([]);
  });

  it.each([
    { what: "a difference that is not listed", gaps: {}, fault: /step 1 GET \/b\n {2}\/code: expected 200/ },
    {
      what: "a gap that has closed",
      gaps: { "0 GET /a": "list", "1 GET /b": "list" },
      fault: /step 0 .* is right now/,
    },
    { what: "a step that is not there", gaps: { "1 GET /b": "list", "9 GET /z": "list" }, fault: /9 .* no such step/ },
    { what: "an area that is not there", gaps: { "1 GET /b": "whim" }, fault: /names the area "whim"/ },
  ])("finds $what", ({ gaps, fault }) => {
    expect(checkGaps(played(1), { "list-paging": gaps }).join()).toMatch(fault);
  });
});

describe("updateGaps()", () => {
  it("lists what differs, keeps areas given by hand, and leaves other recordings alone", () => {
    const gaps = {
      "watch-events": { "1 GET /w": "watch" },
      "list-paging": { "0 GET /a": "table", "1 GET /b": "list" },
    };
    expect(updateGaps(gaps, [scenario], [played(0, 2)])).toEqual({
      "list-paging": { "0 GET /a": "table", "2 GET /openapi/v3": "list" },
      "watch-events": { "1 GET /w": "watch" },
    });
  });

  it("drops a recording without gaps", () => {
    expect(updateGaps({ "list-paging": { "0 GET /a": "list" } }, [scenario], [played()])).toEqual({});
  });
});
