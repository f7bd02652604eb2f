import net from "node:net";

/** Proxy to a port of this machine, as a Service is. */
export interface TcpProxy {
  readonly port: number;
  /** Sets the target of new connections. */
  pointTo(port: number): void;
  /** Closes all connections. */
  cut(): void;
  close(): void;
}

export async function startTcpProxy(first: number): Promise<TcpProxy> {
  let target = first;
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((socket) => {
    const upstream = net.connect(target, "127.0.0.1");
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on("error", () => {});
      each.on("close", () => sockets.delete(each));
    }
    // If the target refuses the connection, the client's is closed too.
    upstream.on("error", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  const cut = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    port: (proxy.address() as net.AddressInfo).port,
    pointTo: (port) => {
      target = port;
    },
    cut,
    close: () => {
      proxy.close();
      cut();
    },
  };
}
