import { describe, expect, it } from "vitest";
import { EventRing } from "./event-ring.ts";
import type { StoreEvent } from "./store.ts";

const create = (revision: number, size = 10_000, key = `/a/${revision}`): StoreEvent => ({
  type: "create",
  key,
  revision,
  value: new Uint8Array(size),
});

function fill(count: number, ring = new EventRing({ after: 0 })): EventRing {
  for (let revision = ring.head + 1; revision <= count; revision++) {
    ring.append({ events: [create(revision)], revision });
  }
  return ring;
}

describe("EventRing", () => {
  it("gives everything after a revision, a page at a time, whatever the revision", () => {
    const ring = fill(100);
    for (let after = 0; after < 100; after++) {
      const seen: number[] = [];
      for (let at = after; at < ring.head; ) {
        const { events, revision } = ring.read("/a/", at);
        seen.push(...events.map((event) => event.revision));
        expect(events.length).toBeLessThan(20);
        at = revision;
      }
      expect(seen).toEqual(Array.from({ length: 100 - after }, (_, i) => after + 1 + i));
    }
  });

  it("gives the same batches to all who come from page to page, also when more has happened since", () => {
    const ring = fill(100);
    const first = ring.read("/a/", 0);
    const second = ring.read("/a/", first.revision);
    fill(120, ring);
    const third = ring.read("/a/", 3);
    expect(third.revision).toBe(first.revision);
    expect(ring.read("/a/", third.revision)).toBe(second);
  });

  it("passes over pages without anything under the prefix", () => {
    const ring = fill(100);
    ring.append({ events: [create(101, 10, "/b/x")], revision: 101 });
    expect(ring.read("/b/", 0).events.map(({ revision }) => revision)).toEqual([101]);
    expect(ring.read("/c/", 0)).toMatchObject({ events: [], revision: 101 });
  });

  it("does not part events of one revision", () => {
    const ring = new EventRing({ after: 0 });
    ring.append({ events: Array.from({ length: 50 }, (_, i) => create(1, 10_000, `/a/${i}`)), revision: 1 });
    ring.append({ events: [create(2)], revision: 2 });
    expect(ring.read("/a/", 0)).toMatchObject({ revision: 1, events: { length: 50 } });
  });

  it("goes on to read right when its oldest events are gone", () => {
    const ring = fill(300, new EventRing({ after: 0, maxBytes: 500_000 }));
    expect(ring.after).toBeGreaterThan(200);
    let at = ring.after;
    let count = 0;
    while (at < ring.head) {
      const { events, revision } = ring.read("/a/", at);
      count += events.length;
      at = revision;
    }
    expect(count).toBe(300 - ring.after);
  });
});
