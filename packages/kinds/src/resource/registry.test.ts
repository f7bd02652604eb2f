import { describe, expect, it } from "vitest";
import { createLifetime, type Lifetime } from "./lifetime.ts";
import { createRegistry } from "./registry.ts";
import type { Resource } from "./resource.ts";

function resource(version: string, lifetime: Lifetime): Resource {
  const names = { plural: "widgets", singular: "", kind: "", listKind: "", shortNames: [], categories: [] };
  return { group: "example.com", version, names, serving: { lifetime } } as unknown as Resource;
}

describe("createRegistry()", () => {
  it("puts an owner's resources in place of those it had", () => {
    const registry = createRegistry();
    const lifetime = createLifetime("a", 1);
    registry.replace("a", [resource("v1", lifetime), resource("v2", lifetime)]);
    registry.replace("a", [resource("v2", lifetime)]);
    expect(registry.find("example.com", "v1", "widgets")).toBeUndefined();
    expect(registry.find("example.com", "v2", "widgets")).toBeDefined();
    expect(registry.ownedBy("a")).toHaveLength(1);
  });

  it("ends the lifetimes that are not carried on, once the new resources are in place", () => {
    const registry = createRegistry();
    const kept = createLifetime("kept", 1);
    const ended = createLifetime("ended", 1);
    registry.replace("a", [resource("v1", kept), resource("v2", ended)]);
    let served: unknown;
    ended.onEnd(() => {
      served = registry.find("example.com", "v2", "widgets");
    });
    registry.replace("a", [resource("v1", kept)]);
    expect(kept.isOver).toBe(false);
    expect(ended.isOver).toBe(true);
    expect(served).toBeUndefined();
  });
});

describe("createLifetime()", () => {
  it("notifies every listener once, and a late one at once", () => {
    const lifetime = createLifetime("a", 1);
    const told: string[] = [];
    lifetime.onEnd(() => told.push("first"));
    const stop = lifetime.onEnd(() => told.push("second"));
    stop();
    lifetime.end();
    lifetime.end();
    lifetime.onEnd(() => told.push("late"));
    expect(told).toEqual(["first", "late"]);
  });
});
