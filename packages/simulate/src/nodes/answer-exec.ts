import { concatBytes, encodeUtf8, type StringMap } from "@kiln/api";
import type { ProxyReply, ProxyRequest } from "@kiln/apiserver/extension";
import { SCRIPT_ANNOTATIONS } from "../pods/pod-script.ts";

/** WebSocket protocols of kubectl and the client libraries, newest first; both end with a Status. */
const PROTOCOLS = ["v5.channel.k8s.io", "v4.channel.k8s.io"] as const;
const CHANNELS = { stdout: 1, stderr: 2, error: 3 } as const;
const NORMAL_CLOSURE = 1000;
/** Time after which a client that does not close its end is disconnected. */
const LINGER_MS = 10_000;

/** Socket of the client. Everything that the client sends is dropped. */
interface Connection {
  write(bytes: Uint8Array): unknown;
  end(): unknown;
  resume(): unknown;
  destroy(): unknown;
  setTimeout(ms: number, onTimeout: () => void): unknown;
}

/**
 * Answers exec in a simulated container with the output and exit code from the Pod's annotations. Undefined if there
 * are no such annotations, or the client does not use a WebSocket.
 */
export async function answerExec(annotations: StringMap, { headers }: ProxyRequest): Promise<ProxyReply | undefined> {
  const { execOutput, execErrors, execExitCode } = SCRIPT_ANNOTATIONS;
  const output = annotations[execOutput];
  const errors = annotations[execErrors];
  const exitCode = Number.parseInt(annotations[execExitCode] ?? "0", 10) || 0;
  if (output === undefined && errors === undefined && annotations[execExitCode] === undefined) {
    return undefined;
  }
  const offered = String(headers["sec-websocket-protocol"] ?? "").split(/,\s*/);
  const protocol = PROTOCOLS.find((one) => offered.includes(one));
  if (protocol === undefined || String(headers.upgrade).toLowerCase() !== "websocket") {
    return undefined;
  }
  const frames = [
    ...(output === undefined ? [] : [message(CHANNELS.stdout, withNewline(output))]),
    ...(errors === undefined ? [] : [message(CHANNELS.stderr, withNewline(errors))]),
    message(CHANNELS.error, JSON.stringify(exitStatus(exitCode))),
    frame(OPCODES.close, new Uint8Array([NORMAL_CLOSURE >> 8, NORMAL_CLOSURE & 255])),
  ];
  return {
    status: 101,
    headers: {
      upgrade: "websocket",
      connection: "Upgrade",
      "sec-websocket-accept": await acceptKey(String(headers["sec-websocket-key"])),
      "sec-websocket-protocol": protocol,
    },
    body: (async function* () {})(),
    join(connection) {
      const client = connection as Connection;
      client.setTimeout(LINGER_MS, () => client.destroy());
      client.write(concatBytes(frames));
      client.end();
      client.resume();
    },
  };
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/**
 * Kubernetes: the kubelet reports the exit code of a command as a Status
 * (cri-streaming/pkg/streaming/remotecommand/exec.go ServeExec, v1.36).
 */
function exitStatus(code: number): object {
  return code === 0
    ? { metadata: {}, status: "Success" }
    : {
        metadata: {},
        status: "Failure",
        message: `command terminated with non-zero exit code: exit status ${code}`,
        reason: "NonZeroExitCode",
        details: { causes: [{ reason: "ExitCode", message: String(code) }] },
      };
}

const OPCODES = { binary: 2, close: 8 } as const;

function message(channel: number, text: string): Uint8Array {
  return frame(OPCODES.binary, concatBytes([new Uint8Array([channel]), encodeUtf8(text)]));
}

/** One unmasked frame of a WebSocket (RFC 6455, 5.2). */
function frame(opcode: number, payload: Uint8Array): Uint8Array {
  const { byteLength: length } = payload;
  const FINAL = 0x80;
  const head =
    length < 126
      ? [FINAL | opcode, length]
      : length < 65_536
        ? [FINAL | opcode, 126, length >> 8, length & 255]
        : [FINAL | opcode, 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (length >>> shift) & 255)];
  return concatBytes([new Uint8Array(head), payload]);
}

/** Sec-WebSocket-Accept for the client's key (RFC 6455, 4.2.2). */
async function acceptKey(key: string): Promise<string> {
  const bytes = encodeUtf8(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", bytes as Uint8Array<ArrayBuffer>));
  return btoa(String.fromCharCode(...digest));
}
