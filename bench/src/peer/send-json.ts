import { H2Connection, type Target } from "../server/h2-connection.ts";

export interface JsonRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly object?: object;
}

/** Sends requests in order over a connection of its own. Throws for an error response. */
export async function sendJson(target: Target, requests: readonly JsonRequest[]): Promise<void> {
  const connection = await H2Connection.open(target);
  try {
    for (const { method, path, object } of requests) {
      const head = { method, path, ...(object === undefined ? {} : { contentType: "application/json" }) };
      const body = object === undefined ? {} : { body: Buffer.from(JSON.stringify(object)) };
      const { status, body: answer } = await connection.send(head, { ...body, keepsBody: true });
      if (status >= 300) {
        throw new Error(`${method} ${path} was answered with ${status}: ${answer?.toString().slice(0, 300)}`);
      }
    }
  } finally {
    connection.close();
  }
}
