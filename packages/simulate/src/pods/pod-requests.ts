import { parseQuantity, quantityMilliValue, quantityValue, type StringMap } from "@kiln/api";
import type { Container, PodSpec } from "../objects.ts";

/** Amounts by resource name: CPU in thousandths, others in units. */
export type Resources = Readonly<Record<string, number>>;

export function parseResources(list: StringMap | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(list ?? {}).map(([name, text]) => [name, parseAmount(name, String(text))]));
}

function parseAmount(name: string, text: string): number {
  const { value } = parseQuantity(text);
  if (value === undefined) {
    return 0;
  }
  return Number(name === "cpu" ? quantityMilliValue(value) : quantityValue(value));
}

/**
 * Resource requests of a Pod: the sum of its containers and sidecars, or an init container with the sidecars started
 * before it if that is larger; plus the overhead.
 */
export function podRequests({ containers, initContainers = [], overhead }: PodSpec): Resources {
  const total: Record<string, number> = {};
  for (const container of containers) {
    add(total, requestsOf(container));
  }
  const sidecars: Record<string, number> = {};
  const initial: Record<string, number> = {};
  for (const container of initContainers) {
    const own = requestsOf(container);
    if (container.restartPolicy === "Always") {
      add(total, own);
      add(sidecars, own);
      raise(initial, sidecars);
    } else {
      raise(initial, sum(own, sidecars));
    }
  }
  raise(total, initial);
  add(total, parseResources(overhead));
  return total;
}

function requestsOf({ resources }: Container): Resources {
  return { ...parseResources(resources?.limits), ...parseResources(resources?.requests) };
}

/** Adds the amounts to `total`. */
function add(total: Record<string, number>, more: Resources): void {
  for (const [name, amount] of Object.entries(more)) {
    total[name] = (total[name] ?? 0) + amount;
  }
}

/** Raises each amount in `total` to that of `least` if it is smaller. */
function raise(total: Record<string, number>, least: Resources): void {
  for (const [name, amount] of Object.entries(least)) {
    total[name] = Math.max(total[name] ?? 0, amount);
  }
}

function sum(a: Resources, b: Resources): Resources {
  const total = { ...a };
  add(total, b);
  return total;
}
