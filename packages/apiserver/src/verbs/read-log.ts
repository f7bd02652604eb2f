import {
  asText,
  concatBytes,
  decodeUtf8,
  type FieldError,
  fieldPath,
  forbidden,
  invalid,
  objectAt,
  parseTime,
  quoteGo,
  statusBadRequest,
  statusFromPlainError,
  statusFromText,
  statusInvalid,
  statusNotImplemented,
} from "@kiln/api";
import { ProxyError, type ProxyReply, type ProxyRequest, type ProxyTransport } from "@kiln/wire";
import { readInteger } from "../list/list-options.ts";
import { findKubelet, type NodeConnections } from "../nodes/kubelet.ts";
import { containerOf, podLogPath } from "../nodes/pod-location.ts";
import type { RequestQuery } from "../request/parse-query.ts";
import { checkContainer, readNamed } from "./connect.ts";
import type { Verb } from "./verb.ts";

/** Options that limit a log, with the minimum of each. */
const CUTS = [
  { name: "tailLines", least: 0, message: "must be greater than or equal to 0" },
  { name: "limitBytes", least: 1, message: "must be greater than 0" },
  { name: "sinceSeconds", least: 1, message: "must be greater than 0" },
] as const;

/** Log of a Pod from its kubelet; empty for a Pod without a node. */
export function createReadLog({ proxy, kubelet: settings }: NodeConnections): Verb {
  return async (context, resource) => {
    const { info, request } = context;
    const { name, query } = info;
    const errors = checkLogOptions(query);
    if (errors.length > 0) {
      throw statusInvalid({ group: "", kind: "PodLogOptions" }, name, errors);
    }
    const spec = objectAt(await readNamed(context, resource, name), "spec");
    checkContainer(spec, name, query.get("container") ?? "");
    if (asText(spec.nodeName) === "") {
      return { status: 204, headers: {}, body: new Uint8Array() };
    }
    const kubelet = await findKubelet(context, settings, asText(spec.nodeName));
    if (proxy === undefined) {
      throw statusNotImplemented("pods/log needs a node, and this server has none");
    }
    const container = containerOf(spec, query.get("container") ?? "");
    const path = podLogPath({ namespace: info.namespace, name, container }, query);
    const reply = await fetchLog(proxy, {
      url: kubelet.origin + path,
      tls: kubelet.tls,
      signal: request.signal,
    });
    return { status: 200, headers: { "content-type": "text/plain" }, body: reply, isEventStream: true };
  };
}

/** Kubernetes: a gate that is off by default allows to select a stream (core/validation/validation.go ValidatePodLogOptions, v1.36). */
function checkLogOptions(query: RequestQuery): FieldError[] {
  const sinceTime = query.get("sinceTime") ?? "";
  const fault = sinceTime === "" ? undefined : parseTime(sinceTime).error;
  if (fault !== undefined) {
    throw statusBadRequest(fault);
  }
  const values = new Map(CUTS.map(({ name }) => [name as string, readInteger(query, name)]));
  const isTwofold = sinceTime !== "" && values.get("sinceSeconds") !== undefined;
  const errors = CUTS.flatMap((cut): FieldError[] => {
    const value = values.get(cut.name);
    if (cut.name === "sinceSeconds" && isTwofold) {
      return [forbidden("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified")];
    }
    return value === undefined || value >= cut.least ? [] : [invalid(fieldPath(cut.name), value, cut.message)];
  });
  return query.has("stream") ? [...errors, forbidden("stream", "may not be specified")] : errors;
}

/** Requests a log from the kubelet. Throws Kubernetes' error if that fails, or if there is no kubelet. */
async function fetchLog(
  transport: ProxyTransport,
  asked: Pick<ProxyRequest, "url" | "tls" | "signal">,
): Promise<ProxyReply["body"]> {
  const reply = await transport.send({ method: "GET", headers: {}, ...asked }).catch((error: unknown) => {
    throw error instanceof ProxyError ? statusFromPlainError(`Get ${quoteGo(asked.url)}: ${error.message}`) : error;
  });
  if (reply.status < 300) {
    return reply.body;
  }
  throw statusFromText(reply.status, (await readText(reply.body)).trimEnd());
}

/** Kubernetes: maximum length of an error body that is shown (rest/response_checker.go maxReadLength, v1.36). */
const MAX_FAILURE_BYTES = 50_000;

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > MAX_FAILURE_BYTES) {
      break;
    }
  }
  return decodeUtf8(concatBytes(chunks)).slice(0, MAX_FAILURE_BYTES);
}
