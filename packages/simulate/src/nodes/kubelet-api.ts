import { encodeUtf8, type StringMap } from "@kiln/api";
import type { ProxyReply, ProxyRequest, ProxyTransport } from "@kiln/apiserver/extension";
import { SCRIPT_ANNOTATIONS } from "../pods/pod-script.ts";
import { POD, type Simulation } from "../simulation.ts";

/**
 * Connections to simulated kubelets and Pods, which have no listeners; others use `transport`. `simulation` is
 * undefined until it has started.
 */
export function answerForKubelets(transport: ProxyTransport, simulation: () => Simulation | undefined): ProxyTransport {
  return {
    async send(request) {
      const state = simulation();
      const url = new URL(request.url);
      if (state === undefined || !isSimulated(state, url.hostname)) {
        return transport.send(request);
      }
      return answer(state, request, url);
    },
    close: () => transport.close(),
  };
}

function isSimulated({ nodes, pods }: Simulation, host: string): boolean {
  for (const { metadata, status } of nodes.all()) {
    if (metadata.name === host || status?.addresses?.some(({ address }) => address === host)) {
      return true;
    }
  }
  for (const { ip } of pods.all()) {
    if (ip === host) {
      return true;
    }
  }
  return false;
}

const STREAMS: Readonly<Record<string, string>> = { exec: "exec", attach: "attach", portForward: "port-forward" };

function answer(simulation: Simulation, _request: ProxyRequest, { pathname, searchParams }: URL): ProxyReply {
  const [kind = "", namespace = "", name = ""] = pathname.split("/").slice(1).map(decodeURIComponent);
  const pod = simulation.cluster.read({ ...POD, metadata: { namespace, name } });
  if (kind === "containerLogs" && pod !== undefined) {
    return reply(200, cutLog(logOf(pod.metadata.annotations ?? {}, `${namespace}/${name}`), searchParams));
  }
  const stream = STREAMS[kind];
  return stream === undefined
    ? reply(503, "simulated: nothing runs at this address (kiln serve --simulate)")
    : reply(501, `pod ${namespace}/${name} is simulated: ${stream} has nothing to connect to (kiln serve --simulate)`);
}

function logOf(annotations: StringMap, pod: string): string {
  const text = annotations[SCRIPT_ANNOTATIONS.logs];
  const missing = `pod ${pod} is simulated: it has no log. The annotation ${SCRIPT_ANNOTATIONS.logs} gives it one.`;
  return `${(text ?? missing).replace(/\n$/, "")}\n`;
}

function cutLog(text: string, query: URLSearchParams): string {
  const tail = query.get("tailLines");
  const lines = text.split("\n").slice(0, -1);
  const kept = tail === null ? lines : lines.slice(Math.max(lines.length - Number(tail), 0));
  const limit = query.get("limitBytes");
  const joined = kept.map((line) => `${line}\n`).join("");
  return limit === null ? joined : joined.slice(0, Number(limit));
}

function reply(status: number, text: string): ProxyReply {
  return {
    status,
    headers: { "content-type": "text/plain" },
    body: (async function* () {
      yield encodeUtf8(text);
    })(),
  };
}
