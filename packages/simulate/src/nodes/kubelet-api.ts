import {
  asText,
  encodeUtf8,
  type KubeObject,
  type StatusError,
  type StringMap,
  statusNotImplemented,
  statusServiceUnavailable,
} from "@kiln/api";
import { ProxyError, type ProxyReply, type ProxyRequest, type ProxyTransport } from "@kiln/apiserver/extension";
import type { Node } from "../objects.ts";
import { SCRIPT_ANNOTATIONS } from "../pods/pod-script.ts";
import { NODE, POD, type Simulation } from "../simulation.ts";
import { answerExec } from "./answer-exec.ts";
import { nothingListens } from "./refuse-webhooks.ts";

/**
 * Transport that answers connections to simulated kubelets and Pods, which do not listen; other connections use
 * `transport`. `simulation` is undefined until it has started.
 */
export function answerForKubelets(transport: ProxyTransport, simulation: () => Simulation | undefined): ProxyTransport {
  return {
    async send(request) {
      const state = simulation();
      if (state === undefined) {
        return transport.send(request);
      }
      // A request with an address of its own goes to an extension API server.
      if (request.address !== undefined) {
        const { host, port } = request.address;
        return state.addresses.has(host)
          ? Promise.reject(new ProxyError(nothingListens(host, port)))
          : transport.send(request);
      }
      const url = new URL(request.url);
      const asked = findPod(state, url);
      if (asked !== undefined) {
        return answer(asked, request, url);
      }
      return isSimulated(state, url)
        ? replyError(statusServiceUnavailable("simulated: nothing runs at this address (kiln serve --simulate)"))
        : transport.send(request);
    },
    close: () => transport.close(),
  };
}

type Stream = "containerLogs" | "exec" | "attach" | "portForward";
const STREAMS: Readonly<Record<string, string>> = { exec: "exec", attach: "attach", portForward: "port-forward" };

interface Asked {
  readonly stream: Stream;
  readonly pod: KubeObject;
  readonly container: string;
}

/** Pod in the URL of a kubelet's logs or streams; undefined if the URL is not one of the Pod's node. */
function findPod({ cluster, nodes }: Simulation, { pathname, hostname, port }: URL): Asked | undefined {
  const [stream = "", namespace = "", name = "", ...rest] = pathname.split("/").slice(1).map(decodeURIComponent);
  if (stream !== "containerLogs" && STREAMS[stream] === undefined) {
    return undefined;
  }
  const pod = cluster.read({ ...POD, metadata: { namespace, name } });
  const node = nodes.get(cluster.keyOf(NODE, "", asText((pod?.spec as { nodeName?: string } | undefined)?.nodeName)));
  if (pod === undefined || node === undefined || !isKubelet(node, hostname, port)) {
    return undefined;
  }
  return { stream: stream as Stream, pod, container: rest.at(-1) ?? "" };
}

const KUBELET_PORT = 10_250;

function isKubelet({ status }: Node, host: string, port: string): boolean {
  const { daemonEndpoints } = (status ?? {}) as { daemonEndpoints?: { kubeletEndpoint?: { Port?: number } } };
  return (
    Number(port) === (daemonEndpoints?.kubeletEndpoint?.Port || KUBELET_PORT) &&
    status?.addresses?.some(({ address }) => address === host) === true
  );
}

function isSimulated({ nodes, addresses }: Simulation, { hostname, port }: URL): boolean {
  for (const node of nodes.all()) {
    if (isKubelet(node, hostname, port)) {
      return true;
    }
  }
  return addresses.has(hostname);
}

async function answer({ stream, pod, container }: Asked, request: ProxyRequest, url: URL): Promise<ProxyReply> {
  const { namespace, name, annotations } = pod.metadata;
  const named = `pod ${String(namespace)}/${String(name)}`;
  if (stream === "containerLogs") {
    return reply(200, {
      type: "text/plain",
      text: cutLog(logOf(annotations ?? {}, container, named), url.searchParams),
    });
  }
  const executed = stream === "exec" ? await answerExec(annotations ?? {}, request) : undefined;
  const hint = stream === "exec" ? ` unless ${SCRIPT_ANNOTATIONS.execOutput} is set` : "";
  const text = `${named} is simulated: ${STREAMS[stream] ?? ""} has nothing to connect to${hint} (kiln serve --simulate)`;
  return executed ?? replyError(statusNotImplemented(text));
}

function logOf(annotations: StringMap, container: string, pod: string): string {
  const { logs } = SCRIPT_ANNOTATIONS;
  const missing = `${pod} is simulated: it has no log. The annotation ${logs} gives it one.`;
  const text = annotations[`${logs}.${container}`] ?? annotations[logs] ?? missing;
  return `${text.replace(/\n$/, "")}\n`;
}

function cutLog(text: string, query: URLSearchParams): string {
  const tail = query.get("tailLines");
  const lines = text.split("\n").slice(0, -1);
  const kept = tail === null ? lines : lines.slice(Math.max(lines.length - Number(tail), 0));
  const limit = query.get("limitBytes");
  const joined = kept.map((line) => `${line}\n`).join("");
  return limit === null ? joined : joined.slice(0, Number(limit));
}

/** A Status: kubectl reads a plain text with a colon as YAML of a Status and prints no message. */
function replyError({ status }: StatusError): ProxyReply {
  return reply(status.code ?? 500, { type: "application/json", text: JSON.stringify(status) });
}

function reply(status: number, { type, text }: { readonly type: string; readonly text: string }): ProxyReply {
  return {
    status,
    headers: { "content-type": type },
    body: (async function* () {
      yield encodeUtf8(text);
    })(),
  };
}
