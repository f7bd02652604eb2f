import { describe, expect, it } from "vitest";
import { type Growth, isTooSteep, type Limits } from "./compare-growth.ts";
import { runQuestions } from "./questions.ts";
import { runPlaces } from "./run-places.ts";

/**
 * Limits: quadratic work grows 16 times, linear work 4 times. `npm run growth` also limits the time that a request
 * holds the event loop.
 */
const limits: Limits = { maxRatio: 10, floorMs: 40, maxHoldMs: Number.POSITIVE_INFINITY };

/** Cases that were quadratic once, and one for each kind of list; `npm run growth` has all. */
const PLACES: ReadonlySet<string> = new Set([
  "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta.ownerReferences",
  "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta.finalizers",
  "io.k8s.api.core.v1.ServiceSpec.ports",
  "io.k8s.api.core.v1.Container.env",
  "io.k8s.api.core.v1.PodSpec.volumes",
  "io.k8s.api.core.v1.ResourceQuotaSpec.scopes",
]);

function print({ request, status, smallMs, largeMs }: Growth): string {
  return `${request}: ${status}, ${Math.round(smallMs)} -> ${Math.round(largeMs)} ms`;
}

describe("four times the size costs about four times as much", { timeout: 600_000 }, () => {
  it("of lists of objects, in each request of an object's life", async () => {
    const steep: string[] = [];
    let count = 0;
    await runPlaces({
      flavors: ["distinct"],
      sessionBytes: 120_000,
      largestBytes: 0,
      limits,
      isWanted: (_, { field }) => PLACES.has(field),
      report(row) {
        count++;
        if (isTooSteep(row, limits)) {
          steep.push(`${row.kind} ${row.place}: ${print(row)}`);
        }
      },
    });
    expect(steep).toEqual([]);
    expect(count).toBeGreaterThan(PLACES.size * 10);
  });

  it("of queries, headers and CRD schemas", async () => {
    const steep: string[] = [];
    const report = (growth: Growth) => {
      if (isTooSteep(growth, limits)) {
        steep.push(print(growth));
      }
    };
    await runQuestions({ limits, scale: 0.1, objects: 200, isWanted: () => true, report });
    expect(steep).toEqual([]);
  });
});
