import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type SecureContextOptions } from "node:tls";
import { GrpcError, grpcStatus, unansweredCall } from "./grpc-error.ts";
import { createFrameReader, encodeFrame } from "./grpc-frame.ts";

/** Large enough that a page of a range is not sent in 64 KiB steps, each waiting for the one before. */
const streamWindowBytes = 8 * 1024 * 1024;
const sessionWindowBytes = 32 * 1024 * 1024;
/** Node's own limit, 10 MB, would refuse calls as soon as a few large values are in flight. */
const sessionMemoryMegabytes = 1024;

export interface GrpcSessionOptions {
  /** `http://host:port` or `https://host:port`. */
  readonly endpoint: string;
  readonly tls: Pick<SecureContextOptions, "ca" | "cert" | "key">;
  readonly connectTimeoutMs: number;
  /** Interval of keepalive probes, and how long the server may take to answer one. */
  readonly keepaliveMs: number;
  readonly keepaliveTimeoutMs: number;
}

export interface GrpcCallOptions {
  readonly timeoutMs: number;
  readonly metadata: OutgoingHttpHeaders;
}

export interface GrpcStreamOptions {
  readonly metadata: OutgoingHttpHeaders;
  readonly onMessage: (message: Uint8Array) => void;
  /** Called once, after the last message. */
  readonly onEnd: (error: GrpcError) => void;
}

/** A stream in both directions, open until it fails or is closed. */
export interface GrpcStream {
  send(message: Uint8Array): void;
  close(): void;
}

/** One HTTP/2 connection to one server. Never reconnects: its opener decides which server is next. */
export class GrpcSession {
  readonly endpoint: string;
  readonly #http2: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #options: GrpcSessionOptions;
  #keepalive: NodeJS.Timeout | undefined;
  #pongTimeout: NodeJS.Timeout | undefined;
  #retirement: NodeJS.Timeout | undefined;
  #lastProbe = performance.now();
  /** Id of the last stream that the server processes, from its GOAWAY. */
  #lastHandled = Number.POSITIVE_INFINITY;
  #closeReason = "the connection was closed";
  readonly #streamEnds = new Set<(error: GrpcError) => void>();

  private constructor(parts: { http2: ClientHttp2Session; socket: Socket; options: GrpcSessionOptions }) {
    this.endpoint = parts.options.endpoint;
    this.#http2 = parts.http2;
    this.#socket = parts.socket;
    this.#options = parts.options;
  }

  /** Throws the error of the operating system or of TLS: it names the cause best. */
  static open(options: GrpcSessionOptions): Promise<GrpcSession> {
    return new Promise((resolve, reject) => {
      const socket = openSocket(options).setNoDelay(true);
      const http2 = connect(options.endpoint, {
        createConnection: () => socket,
        maxSessionMemory: sessionMemoryMegabytes,
        settings: { enablePush: false, initialWindowSize: streamWindowBytes },
      });
      const fail = (error: Error) => {
        clearTimeout(timer);
        http2.destroy(error);
        // Closing the session waits for its socket, which stays open after a TLS alert.
        socket.destroy();
        reject(error);
      };
      const timer = setTimeout(
        () => fail(new Error(`no answer within ${options.connectTimeoutMs} ms`)),
        options.connectTimeoutMs,
      );
      // A client certificate is refused after the handshake, and only the socket reports it.
      socket.on("error", fail);
      http2.on("error", fail);
      http2.once("close", () => fail(new Error("the server closed the connection")));
      // Not "connect": a proxy may accept the TCP connection although the server does not answer.
      http2.once("remoteSettings", () => {
        clearTimeout(timer);
        http2.removeListener("error", fail);
        socket.removeListener("error", fail);
        http2.setLocalWindowSize(sessionWindowBytes);
        const session = new GrpcSession({ http2, socket, options });
        session.#start();
        resolve(session);
      });
    });
  }

  /** Whether new calls may be made on this connection. */
  get isOpen(): boolean {
    return !this.#http2.closed && !this.#http2.destroyed;
  }

  /** Unary call: sends one message and returns the response message. Throws GrpcError. */
  unary(path: string, message: Uint8Array, options: GrpcCallOptions): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const stream = this.#request(path, options.metadata);
      if (stream === undefined) {
        reject(unansweredCall(this.#closeReason, "unsent"));
        return;
      }
      let answer: Uint8Array | undefined;
      const timer = setTimeout(() => {
        reject(unansweredCall(`no answer within ${options.timeoutMs} ms`, "lost"));
        stream.close(constants.NGHTTP2_CANCEL);
      }, options.timeoutMs);
      const onMessage = (frame: Uint8Array) => {
        answer = frame;
      };
      this.#readStream(stream, onMessage, (error) => {
        clearTimeout(timer);
        if (error.status === grpcStatus.ok && answer !== undefined) resolve(answer);
        else reject(error);
      });
      stream.end(encodeFrame(message));
    });
  }

  /** Bidirectional stream. Its end is always reported as an error. */
  stream(path: string, options: GrpcStreamOptions): GrpcStream {
    const stream = this.#request(path, options.metadata);
    if (stream === undefined) {
      queueMicrotask(() => options.onEnd(unansweredCall(this.#closeReason, "unsent")));
      return { send: () => {}, close: () => {} };
    }
    const cancel = () => stream.close(constants.NGHTTP2_CANCEL);
    const end = (error: GrpcError) => {
      if (this.#streamEnds.delete(end)) options.onEnd(error);
      cancel();
    };
    this.#streamEnds.add(end);
    const onMessage = (message: Uint8Array) => {
      if (this.#streamEnds.has(end)) options.onMessage(message);
    };
    this.#readStream(stream, onMessage, end);
    return {
      send(message) {
        if (stream.writable) stream.write(encodeFrame(message));
      },
      close: cancel,
    };
  }

  /** Fails every call still under way. */
  close(reason: string): void {
    this.#closeReason = reason;
    this.#http2.destroy();
    this.#socket.destroy();
  }

  /**
   * Refuses further calls, ends streams, and closes the connection when the calls in flight are answered or after
   * `graceMs`.
   */
  retire(graceMs: number): void {
    this.#http2.close();
    for (const end of [...this.#streamEnds]) end(unansweredCall("the member was given up", "lost"));
    this.#retirement = setTimeout(() => this.close("the member was given up"), graceMs).unref();
  }

  /**
   * Probes the connection, and closes it if there is no response. Not more often than the keepalive: etcd closes
   * connections that probe more often.
   */
  probe(): void {
    const now = performance.now();
    const isSoon = now - this.#lastProbe < this.#options.keepaliveMs;
    if (isSoon || this.#pongTimeout !== undefined || this.#http2.destroyed) return;
    this.#lastProbe = now;
    this.#pongTimeout = setTimeout(() => {
      this.close(`no answer to a ping within ${this.#options.keepaliveTimeoutMs} ms`);
    }, this.#options.keepaliveTimeoutMs);
    this.#http2.ping((error) => {
      clearTimeout(this.#pongTimeout);
      this.#pongTimeout = undefined;
      if (error !== null) this.close("a ping failed");
    });
  }

  #start(): void {
    this.#keepalive = setInterval(() => this.probe(), this.#options.keepaliveMs).unref();
    this.#http2.on("error", (error) => this.close(error.message));
    this.#socket.on("error", (error) => this.close(error.message));
    this.#http2.on("goaway", (_code, lastStreamId) => {
      this.#lastHandled = lastStreamId;
      this.#closeReason = "the server is going away";
    });
    this.#http2.once("close", () => {
      clearInterval(this.#keepalive);
      clearTimeout(this.#pongTimeout);
      clearTimeout(this.#retirement);
    });
  }

  #request(path: string, metadata: OutgoingHttpHeaders): ClientHttp2Stream | undefined {
    if (!this.isOpen) return undefined;
    const headers = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
    try {
      return this.#http2.request({ ...headers, ...metadata });
    } catch (error) {
      // The server sent GOAWAY since `isOpen` was read.
      this.#closeReason = String(error);
      return undefined;
    }
  }

  #readStream(
    stream: ClientHttp2Stream,
    onMessage: (message: Uint8Array) => void,
    onEnd: (error: GrpcError) => void,
  ): void {
    let status: GrpcError | undefined;
    const readFrame = createFrameReader(onMessage);
    stream.on("response", (headers) => {
      status = readStatus(headers) ?? status;
    });
    stream.on("trailers", (trailers) => {
      status = readStatus(trailers) ?? status;
    });
    stream.on("data", (chunk: Buffer) => {
      try {
        readFrame(chunk);
      } catch (error) {
        status = new GrpcError(String(error), { status: grpcStatus.internal, reach: "lost" });
        stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      }
    });
    stream.on("error", () => {
      // The "close" event follows and has the cause.
    });
    stream.on("close", () => onEnd(status ?? this.#unanswered(stream)));
  }

  #unanswered(stream: ClientHttp2Stream): GrpcError {
    const isRefused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    const isUnhandled = stream.id !== undefined && stream.id > this.#lastHandled;
    return unansweredCall(this.#closeReason, isRefused || isUnhandled ? "unsent" : "lost");
  }
}

function openSocket({ endpoint, tls }: GrpcSessionOptions): Socket {
  const { protocol, hostname, port } = new URL(endpoint);
  const host = hostname.replace(/^\[|\]$/g, "");
  if (protocol !== "https:") return connectTcp({ host, port: Number(port || 80) });
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ ...tls, ...name, host, port: Number(port || 443), ALPNProtocols: ["h2"] });
}

/** Status in headers or trailers; undefined if they do not contain it. */
function readStatus(headers: IncomingHttpHeaders): GrpcError | undefined {
  const code = headers["grpc-status"];
  if (code !== undefined) {
    const message = decodeMessage(String(headers["grpc-message"] ?? ""));
    return new GrpcError(message, { status: Number(code), reach: "answered" });
  }
  const httpStatus = headers[":status"];
  if (httpStatus === undefined || Number(httpStatus) === 200) return undefined;
  return new GrpcError(`HTTP status ${httpStatus}: this is not etcd`, {
    status: grpcStatus.internal,
    reach: "answered",
  });
}

function decodeMessage(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
