import type { BuiltInSettings, Resource } from "@kiln/kinds";
import { createBindPod } from "./bind-pod.ts";
import { getComponentStatus, listComponentStatuses } from "./component-status.ts";
import { createEvictPod } from "./evict-pod.ts";
import { readLog } from "./read-log.ts";
import { createRequestToken } from "./request-token.ts";
import type { Verb } from "./verb.ts";

/** A verb that only one built-in kind has; undefined where the kind has those of every kind. */
export type FindKindVerb = (resource: Resource, subresource: string, verb: string) => Verb | undefined;

/** Verbs of single kinds of the core group, by `plural/subresource` and verb. */
export function createKindVerbs(settings: BuiltInSettings): FindKindVerb {
  const bind = createBindPod(settings);
  const verbs: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Verb>>> = new Map([
    ["bindings", new Map([["", new Map([["create", bind]])]])],
    [
      "componentstatuses",
      new Map([
        [
          "",
          new Map([
            ["get", getComponentStatus],
            ["list", listComponentStatuses],
          ]),
        ],
      ]),
    ],
    [
      "pods",
      new Map([
        ["binding", new Map([["create", bind]])],
        ["eviction", new Map([["create", createEvictPod(settings)]])],
        ["log", new Map([["get", readLog]])],
      ]),
    ],
    ["serviceaccounts", new Map([["token", new Map([["create", createRequestToken(settings)]])]])],
  ]);
  return ({ group, names }, subresource, verb) =>
    group === "" ? verbs.get(names.plural)?.get(subresource)?.get(verb) : undefined;
}
