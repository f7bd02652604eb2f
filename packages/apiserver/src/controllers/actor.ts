import type { User } from "@kiln/api";
import type { ApiRequest } from "@kiln/wire";
import type { Context } from "../context.ts";
import { RequestQuery } from "../http/parse-query.ts";
import type { Resource } from "../resources/resource.ts";
import type { Services } from "../services.ts";

/** On whose behalf a controller writes. */
export interface Actor {
  readonly user: User;
  /** As managedFields call it. */
  readonly program: string;
}

/** The server itself. */
export const SERVER_ACTOR: Actor = {
  user: { name: "system:apiserver", groups: ["system:masters", "system:authenticated"] },
  program: "kube-apiserver",
};

/** The service account under which kube-controller-manager would run the controller: webhooks and policies see it. */
export function createActor(serviceAccount: string): Actor {
  return {
    user: {
      name: `system:serviceaccount:kube-system:${serviceAccount}`,
      groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"],
    },
    // Kubernetes: managedFields call whatever its controllers write by the name of the one program they are in.
    program: "kube-controller-manager",
  };
}

/** One object on one of its endpoints. */
export interface Place {
  readonly resource: Resource;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: string;
}

/** The request that the write would be, had it come from outside. */
export function openContext(
  services: Services,
  { user, program }: Actor,
  place: Place & { readonly verb: string },
): Context {
  const { resource, namespace, name, subresource = "", verb } = place;
  const { group, version, names } = resource;
  const method = METHODS[verb] ?? "PUT";
  return {
    services,
    request: openRequest(method, program),
    info: {
      isResource: true,
      verb,
      method,
      path: "",
      query: new RequestQuery(),
      group,
      version,
      namespace,
      resource: names.plural,
      subresource,
      name,
      parts: [names.plural, name, subresource].filter((part) => part !== ""),
      isWatchPath: false,
    },
    user,
    startedMs: services.clock.monotonicMs(),
    warnings: [],
    resource,
  };
}

const METHODS: Readonly<Record<string, string>> = { create: "POST", update: "PUT", delete: "DELETE" };

function openRequest(method: string, program: string): ApiRequest {
  return {
    method,
    target: "",
    headers: { "user-agent": program },
    readBody: async () => new Uint8Array(),
    // Nobody gives up waiting. Made when somebody asks, because that costs more than most writes spend on admission; one
    // for all would have a listener for every call of a webhook, which Node takes for a leak and says so.
    get signal() {
      return new AbortController().signal;
    },
  };
}
