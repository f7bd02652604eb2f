import type { Actor, Place } from "@kiln/kinds";
import type { ApiRequest } from "@kiln/wire";
import type { Context } from "../request/context.ts";
import { RequestQuery } from "../request/parse-query.ts";
import type { RequestServices } from "../request/request-services.ts";

/** Request context of a write by the server itself. */
export function openContext(
  services: RequestServices,
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
    // Never aborted. Created on first use, because that costs more than most writes spend on admission; a shared one
    // would have a listener for every webhook call, which Node reports as a leak.
    get signal() {
      return new AbortController().signal;
    },
  };
}
