import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { compareGrowth, type Growth, isSuspicious, keepBest, type Limits } from "./compare-growth.ts";
import { defineGrowths } from "./growth-definition.ts";
import type { Flavor } from "./make-value.ts";
import { type Kind, readKinds } from "./open-api.ts";
import { findPlaces, type Place } from "./places.ts";
import { type Measured, runLargest, runSession, type SessionPlan } from "./session.ts";

export interface PlacesPlan {
  readonly flavors: readonly Flavor[];
  /** Bytes of the larger object in a session; the smaller has a fourth. */
  readonly sessionBytes: number;
  /** Bytes of the largest request; 0 for none. */
  readonly largestBytes: number;
  readonly limits: Limits;
  readonly isWanted: (kind: Kind, place: Place) => boolean;
  readonly report: (row: PlaceRow) => void;
}

export interface PlaceRow extends Growth {
  readonly kind: string;
  readonly place: string;
  readonly flavor: Flavor;
}

/** Paths of all requested kinds, with the fields of each type once. */
export async function listPlaces(
  isWanted: PlacesPlan["isWanted"],
): Promise<readonly { readonly kind: Kind; readonly place: Place }[]> {
  const server = await startGrowthServer();
  // Kinds that are never stored come last: fields that they share with stored kinds are then measured there.
  const kinds = [...(await readKinds(server))].sort((a, b) => Number(isAsked(a)) - Number(isAsked(b)));
  await server.close();
  const seen = new Set<string>();
  return kinds.flatMap((kind) =>
    findPlaces(kind, seen)
      .filter((place) => isWanted(kind, place))
      .map((place) => ({ kind, place })),
  );
}

function isAsked({ verbs }: Kind): boolean {
  return !verbs.includes("update");
}

/** Measures each path, again if a result exceeds a limit. */
export async function runPlaces(plan: PlacesPlan): Promise<void> {
  for (const { kind, place } of await listPlaces(plan.isWanted)) {
    // A new server for each path, so that leftovers do not affect the next one.
    const server = await startGrowthServer();
    for (const flavor of flavorsOf(place, plan.flavors)) {
      let growths = await measureOnce(server, { kind, place, flavor }, plan);
      for (let again = 0; again < MAX_REPEATS && growths.some((growth) => isSuspicious(growth, plan.limits)); again++) {
        growths = keepBest(growths, await measureOnce(server, { kind, place, flavor }, plan));
      }
      for (const growth of growths) {
        plan.report({ kind: kind.kind, place: place.path.join("."), flavor, ...growth });
      }
    }
    await server.close();
  }
}

/** Number of repetitions: a result that exceeds a limit on a busy machine is measured again. */
const MAX_REPEATS = 3;

/** Flavors that apply to a path: keys of a map are never equal. */
function flavorsOf({ shape }: Place, flavors: readonly Flavor[]): readonly Flavor[] {
  return shape === "map" ? flavors.filter((flavor) => flavor !== "equal") : flavors;
}

export async function startGrowthServer(): Promise<TestServer> {
  const server = await startTestServer();
  await defineGrowths(server);
  return server;
}

let names = 0;

type Subject = Pick<SessionPlan, "kind" | "place" | "flavor">;

async function measureOnce(server: TestServer, subject: Subject, plan: PlacesPlan): Promise<readonly Growth[]> {
  const sized = (bytes: number): SessionPlan => ({ ...subject, bytes, name: `g${++names}` });
  const { sessionBytes, largestBytes } = plan;
  const pair = async (run: (plan: SessionPlan) => Promise<readonly Measured[]>, bytes: number) =>
    compareGrowth(await run(sized(bytes / 4)), await run(sized(bytes)));
  return [
    ...(await pair((sizedPlan) => runSession(server, sizedPlan), sessionBytes)),
    ...(largestBytes === 0 ? [] : await pair((sizedPlan) => runLargest(server, sizedPlan), largestBytes)),
  ];
}
