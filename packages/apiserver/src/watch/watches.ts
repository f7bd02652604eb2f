import type { Clock, Timer } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { Revision } from "@kiln/store";
import { createEncodedEvents, type EncodedEvents } from "./encoded-events.ts";
import type { WatchSession } from "./watch-session.ts";

/** A watch whose client reads nothing is ended after this many whole rounds. */
const ROUND_MS = 15_000;
const PATIENT_ROUNDS = 2;

/** All open watches of a server, and their shared state. */
export interface Watches {
  readonly size: number;
  /** Earlier resourceVersions are expired. */
  readonly oldest: Revision;
  forgetBefore(revision: Revision): void;
  encodedOf(resource: Resource): EncodedEvents;
  add(session: WatchSession): void;
  remove(session: WatchSession): void;
  /** Ends all watches, and later ones at once. */
  close(): void;
}

interface Patience {
  given: number;
  rounds: number;
}

export function createWatches(clock: Clock): Watches {
  const sessions = new Map<WatchSession, Patience>();
  const encoded = new WeakMap<Resource, EncodedEvents>();
  let isClosed = false;
  let oldest = 0;
  let round: Timer | undefined;

  // One timer for all: an idle watch must cost next to nothing.
  const startRound = () => {
    round = clock.setTimer(ROUND_MS, () => {
      giveUpStuck(sessions);
      round = undefined;
      if (sessions.size > 0) {
        startRound();
      }
    });
  };
  return {
    get size() {
      return sessions.size;
    },
    get oldest() {
      return oldest;
    },
    forgetBefore(revision) {
      oldest = revision;
    },
    encodedOf(resource) {
      const known = encoded.get(resource) ?? createEncodedEvents();
      encoded.set(resource, known);
      return known;
    },
    add(session) {
      sessions.set(session, { given: 0, rounds: 0 });
      if (isClosed) {
        session.close();
      } else if (round === undefined) {
        startRound();
      }
    },
    remove(session) {
      sessions.delete(session);
      if (sessions.size === 0) {
        round?.cancel();
        round = undefined;
      }
    },
    close() {
      isClosed = true;
      for (const session of [...sessions.keys()]) {
        session.close();
      }
    },
  };
}

/** Changes the remaining patience of each. */
function giveUpStuck(sessions: ReadonlyMap<WatchSession, Patience>): void {
  for (const [session, patience] of [...sessions]) {
    const isStuck = session.isTaking && session.given === patience.given;
    patience.rounds = isStuck ? patience.rounds + 1 : 0;
    patience.given = session.given;
    if (patience.rounds >= PATIENT_ROUNDS) {
      session.close();
    }
  }
}
