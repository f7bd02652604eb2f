import type { IncomingMessage, ServerResponse } from "node:http";
import { gatherBytes } from "@kiln/api";
import { ConnectionError, type Headers, type Transport } from "@kiln/client";
import { USER_AGENT } from "./names.ts";
import { answerOwn } from "./own-answer.ts";

/**
 * Request headers of the page that are forwarded. Others are dropped: Authorization and Impersonate-* would act as
 * another user.
 */
const FORWARDED = ["accept", "content-type"];
/**
 * Response headers of an API server that are returned. Others are dropped: its cookies and policies must not apply to
 * the console's origin.
 */
const RETURNED = ["content-type", "warning", "retry-after", "audit-id"];

/** Maximum size of a body, more than any API server accepts. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Sends a request of the page to the cluster as the user of the kubeconfig, and streams the answer back. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { transport, target }: { readonly transport: Transport; readonly target: string },
): Promise<void> {
  const ended = new AbortController();
  response.once("close", () => ended.abort());
  const body = await readBody(request);
  if (body === undefined) {
    answerOwn(response, { status: 413, problem: "request", text: `a request may have ${MAX_BODY_BYTES} bytes` });
    return;
  }
  const answer = await sendOn(transport, {
    method: request.method ?? "GET",
    target,
    headers: forwardedHeaders(request),
    signal: ended.signal,
    ...(body.length === 0 ? {} : { body }),
  });
  if ("unreachable" in answer) {
    answerOwn(response, { status: 502, problem: "unreachable", text: answer.unreachable });
    return;
  }
  const returned = RETURNED.flatMap((name) =>
    answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]],
  );
  response.writeHead(answer.status, Object.fromEntries(returned));
  response.flushHeaders();
  for await (const chunk of answer.body) {
    if (!response.write(chunk)) {
      await drained(response);
    }
    if (response.destroyed) {
      return;
    }
  }
  response.end();
}

/** Response of the cluster, or the reason why there is none. */
export async function sendOn(
  transport: Transport,
  request: Parameters<Transport["send"]>[0],
): Promise<Awaited<ReturnType<Transport["send"]>> | { readonly unreachable: string }> {
  try {
    return await transport.send(request);
  } catch (error) {
    // A failing exec plugin or a missing token file is reported as well: the user can repair it.
    return { unreachable: error instanceof ConnectionError || error instanceof Error ? error.message : String(error) };
  }
}

export function forwardedHeaders(request: IncomingMessage): Headers {
  const given = FORWARDED.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(given), "user-agent": USER_AGENT };
}

/** Body of a request; undefined if it is too long. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const gathered = gatherBytes(MAX_BODY_BYTES);
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (gathered.add(chunk) !== undefined) {
      return undefined;
    }
  }
  return gathered.bytes();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
