import { randomUUID } from "node:crypto";
import { createTokenKeys } from "@kiln/access/node";
import { selectPlugins } from "@kiln/admission";
import { createSystemClock } from "@kiln/api";
import { createApiServer } from "@kiln/apiserver";
import type { Semantics } from "@kiln/schema";
import { MemoryStore } from "@kiln/store/memory";
import { openWebhookTransport } from "@kiln/webhook/node";
import { listen } from "@kiln/wire/node";
import type { ConnectionOptions } from "./connection.ts";
import type { Certificates } from "./make-certificates.ts";

/** A Kiln in this process, on a free loopback port. */
export interface Kiln {
  readonly connection: ConnectionOptions;
  /** Logged warnings and errors, causes included. Grows while it runs. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

export interface KilnOptions {
  readonly semantics: Semantics;
  /** Implementation of HTTP/2 for clients that use it. */
  readonly http2?: "own" | "node";
}

export async function startKiln(certificates: Certificates, options: KilnOptions): Promise<Kiln> {
  const { semantics, http2 = "own" } = options;
  const { ca, loopback, admin } = certificates;
  const log: string[] = [];
  const record = (fields: object, message: string): void => {
    log.push(`${message}${Object.values(fields).map(printField).join("")}`);
  };
  const store = new MemoryStore();
  const transport = openWebhookTransport();
  await age(store);
  const server = await createApiServer({
    store,
    clock: createSystemClock(globalThis),
    random: { uuid: () => randomUUID(), fraction: Math.random },
    log: { info: () => {}, warn: record, error: record },
    semantics,
    serviceAccountTokens: { keys: createTokenKeys(loopback.key), issuers: ["https://kubernetes.default.svc"] },
    rootCertificate: ca,
    webhooks: { transport },
    // Without this plugin, because the recordings were made without it: Pods in them have no added service account.
    admission: selectPlugins({ disabled: ["ServiceAccount"] }),
  });
  const tls = { cert: loopback.cert, key: loopback.key, clientCa: ca };
  const listener = await listen(server, { tls, host: "127.0.0.1", port: 0, http2 });
  return {
    connection: { url: `https://127.0.0.1:${listener.port}`, ca, cert: admin.cert, key: admin.key },
    log,
    close: async () => {
      await listener.close();
      // Streams notice the end of their client in a later turn of the event loop; the store must outlive them.
      await new Promise((resolve) => setImmediate(resolve));
      await server.close();
      transport.close();
      await store.close();
    },
  };
}

/**
 * Makes the store look used. A resourceVersion of one digit would be found in every text that has this digit, where a
 * scenario saves it to have it replaced by its name.
 */
async function age(store: MemoryStore): Promise<void> {
  const writes = Array.from({ length: 1000 }, (_, index) => store.create(`/replay/${index}`, new Uint8Array()));
  await Promise.all(writes);
}

function printField(value: unknown): string {
  return ` ${value instanceof Error ? (value.stack ?? value.message) : JSON.stringify(value)}`;
}
