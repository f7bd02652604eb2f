import { openedImmutableWatches } from "../figures.ts";
import { printNumber } from "../report/print-number.ts";
import { summarize } from "../statistics.ts";
import { decide, type Hypothesis, IMMUTABLE, MUTABLE, steadyOf, undecided } from "./hypothesis.ts";

export const noWatches: Hypothesis = {
  id: "H1",
  claim:
    "At rest nobody watches an immutable object: never with steps (ii) and (iii), not after the first sight with (i).",
  criterion:
    "In every sampled second of every steady phase with only immutable objects, the proxy counts 0 open watches of them, " +
    "and so does the server at the end of the phase; with (ii) and (iii) the proxy sees none opened in any phase.",
  judge(view) {
    const all = view.find({ mode: "immutable", strategy: "watch" }).filter(({ point }) => point.step !== "off");
    const never = all.filter(({ point }) => point.step !== "i");
    if (never.length === 0) {
      return undecided("immutable objects");
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
    "The median of requests a second at rest differs from that of the runs without mounts by at most 1 % of the latter, " +
    "or by less than one request in a phase.",
  judge(view) {
    const immutable = view.centre(IMMUTABLE);
    const none = view.centre({ mode: "none" });
    if (immutable.length === 0 || none.length === 0) {
      return undecided("immutable objects and without mounts");
    }
    const rate = summarize(steadyOf(immutable, "requestsPerSecond")).median;
    const control = summarize(steadyOf(none, "requestsPerSecond")).median;
    const onePerPhase = 1 / summarize(steadyOf(none, "seconds")).median;
    return decide(
      Math.abs(rate - control) <= Math.max(0.01 * control, onePerPhase),
      `${printNumber(rate)} requests/s against ${printNumber(control)} without mounts ` +
        `(mutable: ${printNumber(summarize(steadyOf(view.centre(MUTABLE), "requestsPerSecond")).median)})`,
    );
  },
};
