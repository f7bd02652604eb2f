import { type JsonObject, type JsonValue, type KubeObject, printTime } from "@kiln/api";
import { NODE, type Simulation } from "../simulation.ts";
import type { TemplateFunction } from "./template-functions.ts";

/** KWOK: the conditions that its nodes report (gotpl/funcs.go nodeConditions, v0.8). */
const NODE_CONDITIONS: JsonValue = [
  ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
  ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["NetworkUnavailable", "False", "RouteCreated", "RouteController created a route"],
].map(([type, status, reason, message]) => ({ type, status, reason, message }) as JsonObject);

const UNKNOWN_NODE = "10.240.0.1";
const KUBELET_PORT = 10_250;

/** Functions that KWOK adds to Go templates. */
export function functionsFor({ cluster, nodes }: Simulation, object: KubeObject): Record<string, TemplateFunction> {
  const now = printTime(cluster.clock.now());
  const { name, uid } = object.metadata;
  const own = object.kind === "Node" ? String(name) : String((object.spec as JsonObject | undefined)?.nodeName ?? "");
  const addressOf = (node: JsonValue) =>
    nodes.get(cluster.keyOf(NODE, "", String(node ?? "")))?.status?.addresses?.find(({ type }) => type === "InternalIP")
      ?.address ?? UNKNOWN_NODE;
  const podAddress = (node: JsonValue, hostNetwork: JsonValue) =>
    hostNetwork === true ? addressOf(node) : addressFrom(String(uid ?? ""));
  return {
    Now: () => now,
    StartTime: () => now,
    Version: () => "kiln",
    NodeConditions: () => NODE_CONDITIONS,
    NodeName: () => own,
    NodeIP: () => addressOf(own),
    NodePort: () => KUBELET_PORT,
    NodeIPWith: (node = own) => addressOf(node),
    NodeIPsWith: (node = own) => [addressOf(node)],
    PodIP: () => podAddress(own, false),
    PodIPWith: (node = own, hostNetwork = false) => podAddress(node, hostNetwork),
    PodIPsWith: (node = own, hostNetwork = false) => [podAddress(node, hostNetwork)],
  };
}

/** IP address in 10.244.0.0/16 from a uid, always the same for it. */
function addressFrom(uid: string): string {
  const hash = [...uid].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 63_000, 7);
  return `10.244.${hash >> 8}.${(hash % 250) + 1}`;
}
