import type { KeyLayout } from "@kiln/store";
import { PORT_CLAIM_PREFIX } from "../builtin/core/claim-service-numbers.ts";
import { packages } from "../natives/data/index.ts";
import type { ResourceFacts } from "../natives/package-text.ts";
import { GROUPS_WITH_PLACES, OLD_PLACES } from "./print-registry-key.ts";

/**
 * Key layout of kube-apiserver in etcd: built-in kinds by plural (`/registry/deployments/`), custom resources by group
 * and plural, which is Kiln's layout for all kinds.
 */
export function createKubernetesKeys(): KeyLayout {
  const stored = new Map<string, string>();
  const own = new Map<string, string>();
  for (const text of packages) {
    const { group = "" } = text;
    for (const { plural } of GROUPS_WITH_PLACES.has(group) ? [] : (JSON.parse(text.resources) as ResourceFacts[])) {
      const place = `${OLD_PLACES.get(plural) ?? plural}/`;
      // A kind in two groups is stored in the first; the core group is first of all.
      if (!own.has(place)) {
        const key = `${group === "" ? "core" : group}/${plural}/`;
        own.set(place, key);
        stored.set(key, place);
      }
    }
  }
  return {
    sign: "namespaces/",
    toStored: (key) => replaceStart(key, stored, 2) ?? key,
    fromStored: (key) => replaceStart(key, own, 1) ?? replaceStart(key, own, 2) ?? (isCustom(key) ? key : undefined),
  };
}

/**
 * Whether a key is of a custom resource: names of groups have dots, which other keys of kube-apiserver, such as ranges
 * and masterleases, lack. Claims of node ports are Kiln's own keys.
 */
function isCustom(key: string): boolean {
  return key.slice(0, key.indexOf("/")).includes(".") || key.startsWith(PORT_CLAIMS);
}

const PORT_CLAIMS = PORT_CLAIM_PREFIX.slice("/registry/".length);

/** Key with its first parts replaced; undefined if the map does not contain them. */
function replaceStart(key: string, names: ReadonlyMap<string, string>, parts: number): string | undefined {
  let end = 0;
  for (let part = 0; part < parts; part++) {
    end = key.indexOf("/", end) + 1;
    if (end === 0) {
      return undefined;
    }
  }
  const name = names.get(key.slice(0, end));
  return name === undefined ? undefined : name + key.slice(end);
}
