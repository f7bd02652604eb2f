import type { JsonObject } from "@kiln/api";
import { CelDouble, type CelValue, TypedList, TypedMap } from "@kiln/cel";
import { unescapeName } from "@kiln/schema";

/**
 * Claims as CEL values. Kubernetes: every number is a double, and `a__dot__b` is the claim `a.b` (token/oidc/oidc.go
 * newClaimsValue, v1.36).
 */
export function viewClaims(claims: JsonObject): CelValue {
  return new ClaimsView(claims, readClaim);
}

/** CEL map of a map inside a claim, or of a user's extra. */
export function viewMap(map: { readonly [key: string]: CelValue }): CelValue {
  return new UnescapingMap(map, readClaim);
}

function readClaim(raw: CelValue): CelValue {
  if (typeof raw === "number" || typeof raw === "bigint") {
    return new CelDouble(Number(raw));
  }
  if (Array.isArray(raw)) {
    return new TypedList(raw, readClaim);
  }
  return isPlain(raw) ? viewMap(raw) : raw;
}

function isPlain(value: CelValue): value is { readonly [key: string]: CelValue } {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

class UnescapingMap extends TypedMap {
  override find(key: CelValue): CelValue | undefined {
    return super.find(typeof key === "string" ? (unescapeName(key) ?? key) : key);
  }
}

/**
 * Kubernetes: on the first level an unescaped name that needs escaping is absent (token/oidc/oidc.go unescapeWrapper,
 * v1.36).
 */
class ClaimsView extends TypedMap {
  override find(key: CelValue): CelValue | undefined {
    const name = typeof key === "string" ? unescapeName(key) : undefined;
    return name === undefined ? undefined : super.find(name);
  }
}
