import { get } from "node:https";
import { type AddressInfo, connect, createServer, type Server } from "node:net";

/** Hands connections to servers that are ready, in turn, as a Service of Kubernetes does. */
export interface Balancer {
  readonly port: number;
  /** Ports of the servers behind it; the others get no more connections. */
  setServers(ports: readonly number[]): void;
  /** Resolves when the server at the port counts as ready, or no longer does. */
  whenReady(port: number, isReady: boolean): Promise<void>;
  close(): void;
}

const PROBE_MS = 20;

export async function openBalancer(): Promise<Balancer> {
  let servers: readonly number[] = [];
  const ready = new Set<number>();
  const waiting = new Set<() => void>();
  const probe = async () => {
    await Promise.all(servers.map(async (port) => ((await isReady(port)) ? ready.add(port) : ready.delete(port))));
    for (const look of waiting) {
      look();
    }
    timer = setTimeout(probe, PROBE_MS);
  };
  let timer = setTimeout(probe, PROBE_MS);
  let turn = 0;
  const listener = createServer((client) => {
    const able = servers.filter((port) => ready.has(port));
    const port = able[turn++ % Math.max(able.length, 1)];
    if (port === undefined) {
      client.destroy();
      return;
    }
    const server = connect(port, "127.0.0.1");
    client.pipe(server).pipe(client);
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
  });
  await listening(listener);
  return {
    port: (listener.address() as AddressInfo).port,
    setServers: (ports) => {
      servers = ports;
    },
    whenReady: (port, wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (ready.has(port) === wanted) {
            waiting.delete(look);
            resolve();
          }
        };
        waiting.add(look);
        look();
      }),
    close() {
      clearTimeout(timer);
      listener.close();
    },
  };
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host: "127.0.0.1", port, path: "/readyz", rejectUnauthorized: false, agent: false },
      (answer) => {
        answer.resume().on("error", () => resolve(false));
        resolve(answer.statusCode === 200);
      },
    );
    request.on("error", () => resolve(false));
  });
}
