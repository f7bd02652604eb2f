import type { ClientRequest, Transport } from "@kiln/client";
import type { AgentMetrics } from "./agent-metrics.ts";

export interface RequestCounts {
  readonly transport: Transport;
  /** Number of watches of this resource that are open through this transport. */
  openWatches(resource: string): number;
}

/** Wraps a transport with one that counts its requests. */
export function countRequests(transport: Transport, metrics: AgentMetrics): RequestCounts {
  const watches = new Map<string, number>();
  const changeWatches = (resource: string, by: number) => {
    watches.set(resource, (watches.get(resource) ?? 0) + by);
    metrics.add("kiln_agent_open_watches", [resource], by);
  };
  const send: Transport["send"] = async (request) => {
    const { verb, resource } = describeRequest(request);
    const count = (code: number | string) =>
      metrics.add("kiln_agent_requests_total", [verb, resource, String(code)], 1);
    const response = await transport.send(request).catch((error: unknown) => {
      count("none");
      throw error;
    });
    count(response.status);
    const isWatch = verb === "watch" && response.status === 200;
    return { ...response, body: countBody(response.body, isWatch ? resource : undefined) };
  };
  async function* countBody(body: AsyncIterable<Uint8Array>, watched: string | undefined) {
    if (watched !== undefined) {
      changeWatches(watched, 1);
    }
    try {
      for await (const chunk of body) {
        metrics.add("kiln_agent_received_bytes_total", [], chunk.byteLength);
        yield chunk;
      }
    } finally {
      if (watched !== undefined) {
        changeWatches(watched, -1);
      }
    }
  }
  return {
    transport: { send, close: () => transport.close() },
    openWatches: (resource) => watches.get(resource) ?? 0,
  };
}

const VERBS: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };

/** Verb and resource of a request, as Kubernetes names them; for `/api/v1/namespaces/NS/secrets/NAME` and the like. */
function describeRequest({ method, target }: ClientRequest): { readonly verb: string; readonly resource: string } {
  const [path = "", query = ""] = target.split("?");
  const [, api = "", ...rest] = path.split("/");
  const parts = rest.slice(api === "api" ? 1 : 2);
  const [resource = "", name, subresource] = parts[0] === "namespaces" && parts.length > 2 ? parts.slice(2) : parts;
  const isWatch = /(?:^|&)watch=true(?:&|$)/.test(query);
  const reading = isWatch ? "watch" : name === undefined ? "list" : "get";
  return {
    verb: VERBS[method] ?? reading,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
  };
}
