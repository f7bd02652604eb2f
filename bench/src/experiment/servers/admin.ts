import { readBytes, type Transport } from "@kiln/client";
import { openTransport } from "@kiln/client/node";
import type { Target } from "../../server/h2-connection.ts";

/** A response whose body was decoded as JSON. */
export interface AdminAnswer {
  readonly status: number;
  readonly body: AdminObject;
}

export interface AdminObject {
  readonly metadata?: { readonly uid?: string; readonly name?: string };
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Number of requests in flight: servers limit the streams of a connection, some to a hundred. */
const IN_FLIGHT = 48;

/**
 * Administrator's client, which bypasses the proxy and is not counted. It respects frame and window sizes, unlike the
 * lighter client of the benchmarks, because some objects are large.
 */
export class Admin {
  readonly #transport: Transport;

  constructor({ host, port, ca, cert, key }: Target) {
    const url = `https://${host}:${port}`;
    this.#transport = openTransport({ url, ca, credentials: { cert, key }, namespace: "default" });
  }

  async send(method: Method, path: string, object?: object): Promise<AdminAnswer> {
    const { status, body } = await this.sendText(method, path, object);
    return { status, body: body.startsWith("{") ? JSON.parse(body) : {} };
  }

  async sendText(method: Method, path: string, object?: object): Promise<{ status: number; body: string }> {
    const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const content =
      object === undefined
        ? { headers: {} }
        : { headers: { "content-type": contentType }, body: Buffer.from(JSON.stringify(object)) };
    const { status, body } = await this.#transport.send({ method, target: path, ...content });
    return { status, body: Buffer.from(await readBytes(body)).toString() };
  }

  /** Sends a request; throws unless the response has one of the statuses. */
  async expect(statuses: readonly number[], ...request: Parameters<Admin["send"]>): Promise<AdminObject> {
    const { status, body } = await this.send(...request);
    if (!statuses.includes(status)) {
      throw new Error(`${request[0]} ${request[1]} was answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    }
    return body;
  }

  close(): void {
    this.#transport.close();
  }
}

/** Calls `act` for each item, in order, with many calls at a time. */
export async function forEachAtOnce<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      await act(items[next++] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, items.length) }, work));
}
