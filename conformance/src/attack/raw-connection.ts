import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect } from "node:tls";
import type { Target } from "./row.ts";

export interface RawOptions {
  readonly alpn?: "h2" | "http/1.1";
  /** Client certificate: the administrator's, one of the attacker's own, or none. */
  readonly identity?: { readonly cert?: string | undefined; readonly key?: string | undefined };
  /** Whether the client never reads. */
  readonly isDeaf?: boolean;
}

/**
 * A TLS connection on which any bytes can be sent. Errors close it and are not thrown, because a server may close it.
 */
export class RawConnection {
  readonly socket: Socket;
  sentBytes = 0;
  receivedBytes = 0;
  isClosed = false;
  readonly closed: Promise<void>;
  #onBytes: (bytes: Buffer) => void = () => {};

  constructor(socket: Socket, isDeaf: boolean) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.isClosed = true;
        resolve();
      });
    });
    socket.on("error", () => socket.destroy());
    if (!isDeaf) {
      socket.on("data", (bytes: Buffer) => {
        this.receivedBytes += bytes.byteLength;
        this.#onBytes(bytes);
      });
    }
  }

  set onBytes(listener: (bytes: Buffer) => void) {
    this.#onBytes = listener;
  }

  /** Resolves when the bytes are sent, the connection is closed, or the time is over. */
  async send(bytes: Uint8Array | string, timeoutMs = 5000): Promise<boolean> {
    if (this.isClosed || this.socket.destroyed) {
      return false;
    }
    this.sentBytes += typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.byteLength;
    if (!this.socket.write(bytes)) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      const drained = new Promise<void>((resolve) => this.socket.once("drain", resolve));
      await Promise.race([drained, this.closed, late]);
      clearTimeout(timer);
    } else {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return !this.isClosed;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

const OPEN_TIMEOUT_MS = 10_000;

export async function openRaw(target: Target, options: RawOptions = {}): Promise<RawConnection> {
  const { alpn = "http/1.1", identity = {}, isDeaf = false } = options;
  const socket = connect({
    host: target.host,
    port: target.port,
    ca: target.admin.ca,
    ...identity,
    ALPNProtocols: [alpn],
  });
  socket.setNoDelay(true);
  const connection = new RawConnection(socket, isDeaf);
  await Promise.race([once(socket, "secureConnect"), connection.closed, sleep(OPEN_TIMEOUT_MS)]);
  return connection;
}

export async function openTcp(target: Target): Promise<RawConnection> {
  const socket = connectTcp({ host: target.host, port: target.port });
  const connection = new RawConnection(socket, false);
  await Promise.race([once(socket, "connect"), connection.closed, sleep(OPEN_TIMEOUT_MS)]);
  return connection;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** Opens `count` connections, a few at a time. */
export async function openMany<Item>(count: number, open: (i: number) => Promise<Item>): Promise<Item[]> {
  const opened: Item[] = [];
  while (opened.length < count) {
    const wanted = Math.min(50, count - opened.length);
    opened.push(...(await Promise.all(Array.from({ length: wanted }, (_, i) => open(opened.length + i)))));
  }
  return opened;
}
