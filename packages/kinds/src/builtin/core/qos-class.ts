import {
  asObject,
  asObjects,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseQuantity,
  quantitySign,
} from "@kiln/api";

const COUNTED: readonly string[] = ["cpu", "memory"];

/** QoS class of a Pod, from its requests and limits. */
export function qosClass(spec: JsonObject): "Guaranteed" | "Burstable" | "BestEffort" {
  const claims = claimsOf(spec);
  if (claims.every(({ requests, limits }) => requests.size === 0 && limits.size === 0)) {
    return "BestEffort";
  }
  const isGuaranteed = claims.every(({ limits }) => COUNTED.every((name) => limits.has(name))) && hasEqualSums(claims);
  return isGuaranteed ? "Guaranteed" : "Burstable";
}

interface Claims {
  readonly requests: ReadonlyMap<string, string>;
  readonly limits: ReadonlyMap<string, string>;
}

/** Requests and limits that decide: the Pod-level ones if set, else those of all containers. */
function claimsOf(spec: JsonObject): Claims[] {
  const whole = isJsonObject(spec.resources) ? [spec.resources] : [];
  const containers = [...asObjects(spec.containers), ...asObjects(spec.initContainers)];
  const resources = whole.length > 0 ? whole : containers.map((container) => container.resources);
  return resources.map((each) => {
    const { requests, limits } = asObject(each);
    return { requests: positive(requests), limits: positive(limits) };
  });
}

function positive(amounts: JsonValue | undefined): ReadonlyMap<string, string> {
  const entries = isJsonObject(amounts) ? Object.entries(amounts) : [];
  return new Map(
    entries.flatMap(([name, amount]) => {
      const quantity = parseQuantity(String(amount)).value;
      const counts = COUNTED.includes(name) && quantity !== undefined && quantitySign(quantity) > 0;
      return counts ? [[name, String(amount)] as const] : [];
    }),
  );
}

/** Whether requests equal limits. Amounts are canonical, so equal ones are equal strings. */
function hasEqualSums(claims: readonly Claims[]): boolean {
  return claims.every(({ requests, limits }) => [...requests].every(([name, amount]) => limits.get(name) === amount));
}
