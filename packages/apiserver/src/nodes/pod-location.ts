import { asObjects, asText, type JsonObject } from "@kiln/api";

/** Subresources that the kubelet serves, and the first part of its path for them. */
const KUBELET_PATHS: Readonly<Record<string, string>> = {
  attach: "attach",
  exec: "exec",
  portforward: "portForward",
};

/** Kubernetes: the kubelet has other names for the options (registry/core/pod/strategy.go streamParams, v1.36). */
const FLAGS = [
  ["stdin", "input"],
  ["stdout", "output"],
  ["stderr", "error"],
  ["tty", "tty"],
] as const;

export interface PodConnection {
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  /** Name of the container; empty for port-forward. */
  readonly container: string;
  /** Options object: PodExecOptions, PodAttachOptions or PodPortForwardOptions. */
  readonly options: JsonObject;
}

/** Path and query of a connection to a Pod, as the kubelet expects them. */
export function podConnectionPath({ namespace, name, subresource, container, options }: PodConnection): string {
  const query = new URLSearchParams();
  for (const [option, parameter] of FLAGS) {
    if (options[option] === true) {
      query.append(parameter, "1");
    }
  }
  for (const word of (options.command as string[] | null | undefined) ?? []) {
    query.append("command", word);
  }
  for (const port of (options.ports as number[] | undefined) ?? []) {
    query.append("port", String(port));
  }
  const parts = [KUBELET_PATHS[subresource] ?? subresource, namespace, name, ...(container === "" ? [] : [container])];
  const text = query.toString();
  return `/${parts.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`;
}

/** Options of PodLogOptions that are sent to the kubelet unchanged. */
const LOG_OPTIONS = [
  "follow",
  "previous",
  "timestamps",
  "sinceSeconds",
  "sinceTime",
  "tailLines",
  "limitBytes",
  "stream",
];

export function podLogPath(
  { namespace, name, container }: Pick<PodConnection, "namespace" | "name" | "container">,
  asked: URLSearchParams,
): string {
  const query = new URLSearchParams();
  for (const option of LOG_OPTIONS) {
    const value = asked.get(option);
    if (value !== null && value !== "" && value !== "false" && value !== "0") {
      query.set(option, value === "1" && !/Lines|Bytes|Seconds/.test(option) ? "true" : value);
    } else if (value === "0" && option === "tailLines") {
      query.set(option, value);
    }
  }
  const text = query.toString();
  const path = ["containerLogs", namespace, name, container].map(encodeURIComponent).join("/");
  return `/${path}${text === "" ? "" : `?${text}`}`;
}

/**
 * Container of a request without a container name: the default one of the Pod, which is its only or first container.
 */
export function containerOf(spec: JsonObject, asked: string): string {
  return asked === "" ? asText(asObjects(spec.containers)[0]?.name) : asked;
}
