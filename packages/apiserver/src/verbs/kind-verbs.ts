import type { ServiceAccountTokens } from "@kiln/access";
import type { BuiltInSettings, Resource } from "@kiln/kinds";
import type { NodeConnections } from "../nodes/kubelet.ts";
import { createBindPod } from "./bind-pod.ts";
import { getComponentStatus, listComponentStatuses } from "./component-status.ts";
import { createEvictPod } from "./evict-pod.ts";
import { createReadLog } from "./read-log.ts";
import { createRequestToken } from "./request-token.ts";
import type { Verb } from "./verb.ts";

/** Finds a verb that is specific to one built-in kind; undefined where the general verb applies. */
export type FindKindVerb = (resource: Resource, subresource: string, verb: string) => Verb | undefined;

/** Parts of the server that only verbs of single kinds use. */
export interface KindVerbServices {
  readonly connections: NodeConnections;
  /** Service account tokens; absent without a signing key. */
  readonly serviceAccountTokens?: ServiceAccountTokens;
}

/** Verbs of single kinds of the core group, by `plural/subresource` and verb. */
export function createKindVerbs(settings: BuiltInSettings, services: KindVerbServices): FindKindVerb {
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
        ["log", new Map([["get", createReadLog(services.connections)]])],
      ]),
    ],
    [
      "serviceaccounts",
      new Map([["token", new Map([["create", createRequestToken(settings, services.serviceAccountTokens)]])]]),
    ],
  ]);
  return ({ group, names }, subresource, verb) =>
    group === "" ? verbs.get(names.plural)?.get(subresource)?.get(verb) : undefined;
}
