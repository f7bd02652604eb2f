import { H2Connection, type Target } from "../../server/h2-connection.ts";

/** An answer whose body was read as JSON. */
export interface AdminAnswer {
  readonly status: number;
  readonly body: AdminObject;
}

export interface AdminObject {
  readonly metadata?: { readonly uid?: string; readonly name?: string };
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** So many requests are under way at a time: servers limit the streams of a connection, some to a hundred. */
const IN_FLIGHT = 48;

/** The administrator, who goes past the proxy and is not counted by it. */
export class Admin {
  readonly #connection: H2Connection;

  private constructor(connection: H2Connection) {
    this.#connection = connection;
  }

  static async open(target: Target): Promise<Admin> {
    return new Admin(await H2Connection.open(target));
  }

  async send(method: Method, path: string, object?: object): Promise<AdminAnswer> {
    const { status, body } = await this.sendText(method, path, object);
    return { status, body: body.startsWith("{") ? JSON.parse(body) : {} };
  }

  async sendText(method: Method, path: string, object?: object): Promise<{ status: number; body: string }> {
    const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const head = { method, path, ...(object === undefined ? {} : { contentType }) };
    const content = object === undefined ? {} : { body: Buffer.from(JSON.stringify(object)) };
    const { status, body } = await this.#connection.send(head, { ...content, keepsBody: true });
    return { status, body: body?.toString() ?? "" };
  }

  /** Fails unless the answer has one of the statuses. */
  async expect(statuses: readonly number[], ...request: Parameters<Admin["send"]>): Promise<AdminObject> {
    const { status, body } = await this.send(...request);
    if (!statuses.includes(status)) {
      throw new Error(`${request[0]} ${request[1]} was answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    }
    return body;
  }

  close(): void {
    this.#connection.close();
  }
}

/** Does something for each item, many at a time, in their order. */
export async function forEachAtOnce<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      await act(items[next++] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, items.length) }, work));
}
