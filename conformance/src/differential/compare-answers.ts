import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** Parts of a response that clients depend on. */
export interface Answer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: JsonValue;
}

/** Paths at which two responses differ, with both values. A message represents its causes. */
export function compareAnswers(kiln: Answer, peer: Answer): readonly string[] {
  const differences: string[] = [];
  compare("", toPlain(kiln), toPlain(peer), differences);
  const main = differences.filter((difference) => /^\.(status|body\.message)\n/.test(difference));
  return main.length > 0 ? main : differences;
}

function toPlain({ status, warnings, body }: Answer): JsonValue {
  return { status, warnings: [...warnings], body: withoutChance(withSortedRules(body), "") };
}

/** Fields whose values depend on the server's state or on chance. */
const CHANCE = new Set([
  ...[
    "uid",
    "creationTimestamp",
    "resourceVersion",
    "time",
    "lastTransitionTime",
    "clusterIP",
    "clusterIPs",
    "nodePort",
  ],
  "authentication.kubernetes.io/credential-id",
]);

/** Sorts the rules of a SelfSubjectRulesReview, which the peer collects in Go's random map order. */
function withSortedRules(body: JsonValue): JsonValue {
  const { status } = isJsonObject(body) && body.kind === "SelfSubjectRulesReview" ? body : {};
  if (!isJsonObject(body) || !isJsonObject(status)) {
    return body;
  }
  const sorted = Object.entries(status).map(([name, rules]) => [
    name,
    Array.isArray(rules) ? [...rules].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : rules,
  ]);
  return { ...body, status: Object.fromEntries(sorted) as JsonObject };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function withoutChance(value: JsonValue, key: string): JsonValue {
  if (CHANCE.has(key)) {
    return typeof value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => withoutChance(item, ""));
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutChance(item, name)]));
  }
  return typeof value === "string"
    ? value.replaceAll(/kube-api-access-\w{5}/g, "kube-api-access").replaceAll(UUID, "uuid")
    : value;
}

/** Adds differences. The order of keys does not count. */
function compare(path: string, kiln: JsonValue | undefined, peer: JsonValue | undefined, differences: string[]): void {
  if (Array.isArray(kiln) && Array.isArray(peer) && kiln.length === peer.length) {
    kiln.forEach((item, index) => {
      compare(`${path}[${index}]`, item, peer[index], differences);
    });
  } else if (isJsonObject(kiln) && isJsonObject(peer)) {
    for (const key of new Set([...Object.keys(kiln), ...Object.keys(peer)])) {
      compare(`${path}.${key}`, kiln[key], peer[key], differences);
    }
  } else if (JSON.stringify(kiln) !== JSON.stringify(peer)) {
    differences.push(`${path}\n  kiln: ${JSON.stringify(kiln)}\n  peer: ${JSON.stringify(peer)}`);
  }
}
