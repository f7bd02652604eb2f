import { describe, expect, it } from "vitest";
import type { ScalingRules } from "./autoscaler.ts";
import { emptyHistory, limitSize, noteRescale, type SizeLimits } from "./limit-size.ts";

const pods = (value: number, periodSeconds = 60) => ({ type: "Pods" as const, value, periodSeconds });
const percent = (value: number, periodSeconds = 60) => ({ type: "Percent" as const, value, periodSeconds });

function rules(changes: Partial<ScalingRules> = {}): ScalingRules {
  return { selectPolicy: "Max", stabilizationWindowSeconds: 0, policies: [percent(100, 15)], ...changes };
}

function limits(size: number, proposed: number, more: Partial<SizeLimits> = {}): SizeLimits {
  const behavior = { scaleUp: rules(), scaleDown: rules() };
  return { size, proposed, minReplicas: 1, maxReplicas: 100, behavior, history: emptyHistory(), nowMs: 0, ...more };
}

const up = (changes: Partial<ScalingRules>) => ({ behavior: { scaleUp: rules(changes), scaleDown: rules() } });
const down = (changes: Partial<ScalingRules>) => ({ behavior: { scaleUp: rules(), scaleDown: rules(changes) } });

describe("limitSize() with a behavior", () => {
  it.each([
    ["adds the most of its policies", 4, 50, up({ policies: [pods(3), percent(50)] }), 7, "ScaleUpLimit"],
    [
      "adds the least with Min",
      4,
      50,
      up({ selectPolicy: "Min", policies: [pods(3), percent(50)] }),
      6,
      "ScaleUpLimit",
    ],
    ["rounds a percentage up", 3, 50, up({ policies: [percent(10)] }), 4, "ScaleUpLimit"],
    ["does not grow when disabled", 4, 50, up({ selectPolicy: "Disabled" }), 4, "ScaleUpLimit"],
    ["stops at the maximum", 60, 150, up({}), 100, "TooManyReplicas"],
    ["removes the most of its policies", 10, 1, down({ policies: [pods(3), percent(20)] }), 7, "ScaleDownLimit"],
    [
      "removes the least with Min",
      10,
      1,
      down({ selectPolicy: "Min", policies: [pods(3), percent(20)] }),
      8,
      "ScaleDownLimit",
    ],
    ["truncates what a percentage leaves", 5, 1, down({ policies: [percent(30)] }), 3, "ScaleDownLimit"],
    ["does not shrink when disabled", 4, 1, down({ selectPolicy: "Disabled" }), 4, "ScaleDownLimit"],
    ["stops at the minimum", 4, 0, down({}), 1, "TooFewReplicas"],
    ["keeps a size within its rates", 4, 5, up({}), 5, "DesiredWithinRange"],
  ])("%s", (_, size, proposed, more, replicas, reason) => {
    const result = limitSize(limits(size, proposed, more));
    expect([result.replicas, result.limited[1]]).toEqual([replicas, reason]);
  });

  it("counts rescales of a policy's period, in both directions", () => {
    const history = emptyHistory();
    const more = { history, ...up({ policies: [pods(3)] }) };
    noteRescale(limits(4, 50, { ...more, nowMs: 1000 }), 7);
    noteRescale(limits(7, 6, { ...more, nowMs: 2000 }), 6);
    // The period started with 6 - 3 + 1 Pods.
    expect(limitSize(limits(6, 50, { ...more, nowMs: 30_000 })).replicas).toBe(7);
    // The Pods added at 1000 do not count any more.
    expect(limitSize(limits(6, 50, { ...more, nowMs: 61_000 })).replicas).toBe(10);
  });

  it("waits until the lowest proposal of the window for growing is above the size", () => {
    const history = emptyHistory();
    const more = { history, ...up({ stabilizationWindowSeconds: 60 }) };
    limitSize(limits(4, 4, { ...more, nowMs: 0 }));
    const held = limitSize(limits(4, 8, { ...more, nowMs: 30_000 }));
    expect([held.replicas, held.able[0]]).toEqual([4, "ScaleUpStabilized"]);
    const grown = limitSize(limits(4, 8, { ...more, nowMs: 61_000 }));
    expect([grown.replicas, grown.able[0]]).toEqual([8, "ReadyForNewScale"]);
  });

  it("shrinks to the highest proposal of its window, of five minutes by default", () => {
    const history = emptyHistory();
    const { stabilizationWindowSeconds: _, ...unset } = rules();
    const more = { history, behavior: { scaleUp: rules(), scaleDown: unset } };
    limitSize(limits(8, 6, { ...more, nowMs: 0 }));
    const held = limitSize(limits(8, 2, { ...more, nowMs: 299_000 }));
    expect([held.replicas, held.able[0]]).toEqual([6, "ScaleDownStabilized"]);
    expect(limitSize(limits(6, 2, { ...more, nowMs: 301_000 })).replicas).toBe(2);
  });
});
