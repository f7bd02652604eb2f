import { connect, type TLSSocket } from "node:tls";
import {
  encodeFrame,
  encodeRequestHead,
  encodeSettings,
  encodeWindowUpdate,
  Flag,
  FRAME_HEADER_BYTES,
  FrameType,
  PREFACE,
  type RequestHead,
  readStatus,
} from "./h2-frames.ts";

/** Address of a server, and the credentials for it. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly bytes: number;
  /** Response body, kept only on request. */
  readonly body?: Buffer;
}

export interface SendOptions {
  readonly body?: Buffer;
  readonly keepsBody?: boolean;
  /** Called with each chunk of the body as it arrives. */
  readonly onData?: (chunk: Buffer) => void;
}

interface Pending {
  status: number;
  bytes: number;
  readonly chunks: Buffer[] | undefined;
  readonly onData: ((chunk: Buffer) => void) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const WINDOW = 0x3fff_ffff;

/** One HTTP/2 connection over TLS with any number of requests in flight. */
export class H2Connection {
  readonly target: Target;
  readonly #socket: TLSSocket;
  readonly #authority: string;
  readonly #pending = new Map<number, Pending>();
  #nextStream = 1;
  #rest: Buffer = Buffer.alloc(0);
  #unacknowledged = 0;
  #out: Buffer[] = [];

  private constructor(socket: TLSSocket, target: Target) {
    this.target = target;
    this.#socket = socket;
    this.#authority = `${target.host}:${target.port}`;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the server closed the connection")));
    socket.write(Buffer.concat([PREFACE, encodeSettings(), encodeWindowUpdate(WINDOW)]));
  }

  static open(target: Target): Promise<H2Connection> {
    const { host, port, ca, cert, key } = target;
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, ca, cert, key, ALPNProtocols: ["h2"], servername: "localhost" }, () =>
        resolve(new H2Connection(socket, target)),
      );
      socket.once("error", reject);
    });
  }

  send(head: Omit<RequestHead, "authority">, options: SendOptions = {}): Promise<Answer> {
    const stream = this.#nextStream;
    this.#nextStream += 2;
    const { body, keepsBody = false, onData } = options;
    const block = encodeRequestHead({ ...head, authority: this.#authority });
    const flags = Flag.endHeaders | (body === undefined ? Flag.endStream : 0);
    this.#write(encodeFrame({ type: FrameType.headers, flags, stream }, block));
    if (body !== undefined) {
      this.#write(encodeFrame({ type: FrameType.data, flags: Flag.endStream, stream }, body));
    }
    return new Promise((resolve, reject) => {
      const chunks = keepsBody ? [] : undefined;
      this.#pending.set(stream, { status: 0, bytes: 0, chunks, onData, resolve, reject });
    });
  }

  close(): void {
    this.#pending.clear();
    this.#socket.destroy();
  }

  /** All frames of one turn of the event loop are sent with one write, which costs more than a request. */
  #write(frame: Buffer): void {
    if (this.#out.length === 0) {
      setImmediate(() => {
        const out = this.#out;
        this.#out = [];
        this.#socket.write(out.length === 1 ? (out[0] as Buffer) : Buffer.concat(out));
      });
    }
    this.#out.push(frame);
  }

  #read(chunk: Buffer): void {
    const buffer = this.#rest.byteLength === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (buffer.byteLength - at >= FRAME_HEADER_BYTES) {
      const length = buffer.readUIntBE(at, 3);
      const end = at + FRAME_HEADER_BYTES + length;
      if (end > buffer.byteLength) {
        break;
      }
      const head = {
        type: buffer[at + 3] as number,
        flags: buffer[at + 4] as number,
        stream: buffer.readUInt32BE(at + 5),
      };
      this.#take(head, buffer.subarray(at + FRAME_HEADER_BYTES, end));
      at = end;
    }
    this.#rest = buffer.subarray(at);
  }

  #take(head: { type: number; flags: number; stream: number }, payload: Buffer): void {
    switch (head.type) {
      case FrameType.headers:
        this.#takeHeaders(head, payload);
        break;
      case FrameType.data:
        this.#takeData(head, payload);
        break;
      case FrameType.settings:
      case FrameType.ping:
        if ((head.flags & Flag.ack) === 0) {
          const body = head.type === FrameType.ping ? payload : Buffer.alloc(0);
          this.#write(encodeFrame({ type: head.type, flags: Flag.ack, stream: 0 }, body));
        }
        break;
      case FrameType.reset:
        this.#finish(head.stream, new Error("the server reset the request"));
        break;
      default:
    }
  }

  #takeHeaders({ flags, stream }: { flags: number; stream: number }, payload: Buffer): void {
    const pending = this.#pending.get(stream);
    if (pending !== undefined && pending.status === 0) {
      const skipped = ((flags & Flag.padded) === 0 ? 0 : 1) + ((flags & Flag.priority) === 0 ? 0 : 5);
      pending.status = readStatus(payload.subarray(skipped));
    }
    if ((flags & Flag.endStream) !== 0) {
      this.#finish(stream);
    }
  }

  #takeData({ flags, stream }: { flags: number; stream: number }, payload: Buffer): void {
    this.#unacknowledged += payload.byteLength;
    if (this.#unacknowledged > WINDOW / 4) {
      this.#write(encodeWindowUpdate(this.#unacknowledged));
      this.#unacknowledged = 0;
    }
    const pending = this.#pending.get(stream);
    if (pending !== undefined) {
      pending.bytes += payload.byteLength;
      pending.chunks?.push(payload);
      pending.onData?.(payload);
    }
    if ((flags & Flag.endStream) !== 0) {
      this.#finish(stream);
    }
  }

  #finish(stream: number, error?: Error): void {
    const pending = this.#pending.get(stream);
    this.#pending.delete(stream);
    if (pending === undefined) {
      return;
    }
    if (error !== undefined) {
      pending.reject(error);
      return;
    }
    const { status, bytes, chunks } = pending;
    pending.resolve(chunks === undefined ? { status, bytes } : { status, bytes, body: Buffer.concat(chunks) });
  }

  #fail(error: Error): void {
    for (const stream of [...this.#pending.keys()]) {
      this.#finish(stream, error);
    }
  }
}
