import type { Clock, Timer } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { Revision } from "@kiln/store";
import { createEncodedEvents, type EncodedEvents } from "./encoded-events.ts";
import type { WatchSession } from "./watch-session.ts";

/** Interval of the check for clients that read nothing; a watch ends after this many whole rounds of it. */
const ROUND_MS = 15_000;
const PATIENT_ROUNDS = 2;

/** All open watches of a server, and their shared state. */
export interface Watches {
  /** Oldest revision from which a watch may start; earlier ones are expired. */
  readonly oldest: Revision;
  forgetBefore(revision: Revision): void;
  encodedOf(resource: Resource): EncodedEvents;
  add(session: WatchSession): void;
  remove(session: WatchSession): void;
  /** Ends all watches; watches opened later end at once. */
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
  let round: Timer | undefined;

  // One timer for all watches, because an idle watch must cost next to nothing.
  const startRound = () => {
    const next = () => {
      giveUpStuck(sessions);
      round = undefined;
      if (sessions.size > 0) {
        startRound();
      }
    };
    round = clock.setTimer(ROUND_MS, next, { isPeriodic: true });
  };
  const watches: Watches & { oldest: number } = {
    oldest: 0,
    forgetBefore(revision) {
      watches.oldest = revision;
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
  return watches;
}

/** Counts a round for each watch whose client read nothing, and ends those that are out of patience. */
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
