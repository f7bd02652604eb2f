import { openedImmutableWatches } from "../figures.ts";
import { printInterval, printNumber } from "../report/print-number.ts";
import { type Interval, meanInterval } from "../statistics.ts";
import { decide, decideByInterval, type Hypothesis, IMMUTABLE, MUTABLE, steadyOf, tooFew } from "./hypothesis.ts";

export const noWatches: Hypothesis = {
  id: "H1",
  claim:
    "At rest no watch of an immutable object is open: never with steps (ii) and (iii), not after the first sight with (i).",
  criterion:
    "In every sampled second of every steady phase with only immutable objects, the proxy counts 0 open watches of them, " +
    "and so does the server at the end of the phase; with (ii) and (iii) the proxy sees none opened in any phase.",
  judge(view) {
    const all = view.find({ mode: "immutable", strategy: "watch" }).filter(({ point }) => point.step !== "off");
    const never = all.filter(({ point }) => point.step !== "i");
    const few = tooFew({ "immutable objects with (ii) or (iii)": never.length });
    if (few !== undefined) {
      return few;
    }
    const proxied = Math.max(...steadyOf(all, "immutableWatches"));
    const served = Math.max(...steadyOf(all, "serverWatches").map(Math.abs));
    const ever = Math.max(...never.map(openedImmutableWatches));
    const transient = Math.max(0, ...all.filter(({ point }) => point.step === "i").map(openedImmutableWatches));
    return decide(
      proxied === 0 && served === 0 && ever === 0,
      `${all.length} runs; at rest at most ${proxied} by the proxy and ${served} by the server; ` +
        `with (ii) and (iii) at most ${ever} opened in a run; with (i) up to ${printNumber(transient)}, all closed again`,
    );
  },
};

export const noRequests: Hypothesis = {
  id: "H2",
  claim: "At rest, immutable objects cause no more requests than pods that mount nothing.",
  criterion:
    "The mean of requests a second at rest, with its 95 % interval, is within 1 % of that of mutable objects from the mean " +
    "of the runs without mounts. It is not decided where mutable objects do not make more requests than no mounts do: then " +
    "the phase was too short to show a difference.",
  judge(view) {
    const runs = {
      immutable: view.centre(IMMUTABLE),
      none: view.centre({ mode: "none" }),
      mutable: view.centre(MUTABLE),
    };
    const few = tooFew({
      "immutable objects": runs.immutable.length,
      "no mounts": runs.none.length,
      "mutable objects": runs.mutable.length,
    });
    if (few !== undefined) {
      return few;
    }
    const [immutable, none, mutable] = [runs.immutable, runs.none, runs.mutable].map((each) =>
      meanInterval(steadyOf(each, "requestsPerSecond")),
    ) as [Interval, Interval, Interval];
    const evidence =
      `${printInterval(immutable)} requests/s against ${printInterval(none)} without mounts ` +
      `(mutable: ${printInterval(mutable)})`;
    if (mutable.low <= none.high) {
      return { outcome: "not decided", evidence: `no power, mutable objects make as few: ${evidence}` };
    }
    const allowed = 0.01 * mutable.mean;
    return decideByInterval(
      immutable.high - none.mean <= allowed && none.mean - immutable.low <= allowed,
      immutable.low - none.high > allowed,
      evidence,
    );
  },
};
