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
    request: new ServerRequest(method, program),
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

class ServerRequest implements ApiRequest {
  readonly method: string;
  readonly target = "";
  readonly headers: ApiRequest["headers"];

  constructor(method: string, program: string) {
    this.method = method;
    this.headers = { "user-agent": program };
  }

  /**
   * Signal that is never aborted. Created on first use, because that costs more than most writes spend on admission; a shared one
   * would have a listener for every webhook call, which Node reports as a leak.
   */
  get signal(): AbortSignal {
    return new AbortController().signal;
  }

  async readBody(): Promise<Uint8Array> {
    return new Uint8Array();
  }
}
