import type { Measured } from "./session.ts";

/** Growth of a request's cost when its size grows fourfold. */
export interface Growth {
  readonly request: string;
  readonly status: number;
  readonly smallMs: number;
  readonly largeMs: number;
  readonly holdMs: number;
}

export interface Limits {
  /** From N to 4N: linear work is 4, quadratic work 16. */
  readonly maxRatio: number;
  /** Costs below this are noise. */
  readonly floorMs: number;
  readonly maxHoldMs: number;
}

export function compareGrowth(small: readonly Measured[], large: readonly Measured[]): readonly Growth[] {
  const before = new Map(small.map((measured) => [measured.request, measured]));
  return large.map(({ request, status, cost }) => ({
    request,
    status,
    smallMs: before.get(request)?.cost.cpuMs ?? cost.cpuMs,
    largeMs: cost.cpuMs,
    holdMs: cost.holdMs,
  }));
}

/** The smaller cost of two measurements of each request: other work on the machine only adds to it. */
export function keepBest(one: readonly Growth[], other: readonly Growth[]): readonly Growth[] {
  const others = new Map(other.map((growth) => [growth.request, growth]));
  return one.map((growth) => {
    const again = others.get(growth.request);
    return again === undefined
      ? growth
      : {
          ...growth,
          // Takes the larger of the small costs and the smaller of the large ones, which favors the server.
          smallMs: Math.max(growth.smallMs, again.smallMs),
          largeMs: Math.min(growth.largeMs, again.largeMs),
          holdMs: Math.min(growth.holdMs, again.holdMs),
        };
  });
}

export function isTooSteep({ smallMs, largeMs }: Growth, { maxRatio, floorMs }: Limits): boolean {
  return largeMs > maxRatio * Math.max(smallMs, floorMs);
}

export function holdsTooLong({ holdMs }: Growth, { maxHoldMs }: Limits): boolean {
  return holdMs > maxHoldMs;
}

export function isSuspicious(growth: Growth, limits: Limits): boolean {
  return isTooSteep(growth, limits) || holdsTooLong(growth, limits);
}
