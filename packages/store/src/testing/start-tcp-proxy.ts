import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Proxy between a client and a server whose connections a test can cut. */
export interface TcpProxy {
  readonly port: number;
  /** Cuts every connection that is open. */
  drop(): void;
  /** Settles at the next connection. */
  nextConnection(): Promise<void>;
  /** Cuts every connection, and accepts no more until the proxy is reopened on the same port. */
  close(): Promise<void>;
  reopen(): Promise<void>;
}

/** Starts a proxy in front of a loopback port. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let waiting: (() => void)[] = [];
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const target = connect(targetPort, "127.0.0.1");
    join(client, target);
    join(target, client);
    for (const done of waiting) done();
    waiting = [];
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const { port } = server.address() as AddressInfo;
  return {
    port,
    drop,
    nextConnection: () => new Promise((done) => waiting.push(done)),
    close() {
      drop();
      return new Promise((done) => server.close(() => done()));
    },
    reopen: () => new Promise((done) => server.listen(port, "127.0.0.1", done)),
  };
}
