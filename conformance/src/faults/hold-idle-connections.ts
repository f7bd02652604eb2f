import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import type { ConnectionOptions } from "../replay/connection.ts";
import { ask, openSession, startKilnProcess } from "./kiln-process.ts";

const BATCH = 100;
/** What a client of HTTP/2 says first: who it is, and that it has no wishes. */
const PREFACE = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.of(0, 0, 0, 4, 0, 0, 0, 0, 0)]);

/**
 * So many connections that say nothing more: the server goes on answering, and forgets them when they are gone. On a
 * slow machine the first are closed, as idle ones are, before the last have come.
 */
export async function holdIdleConnections(count: number): Promise<boolean> {
  const kiln = await startKilnProcess(["--store", "memory"]);
  try {
    const before = { files: kiln.openFiles(), megabytes: kiln.residentMegabytes() };
    const idle: TLSSocket[] = [];
    while (idle.length < count) {
      const wanted = Math.min(BATCH, count - idle.length);
      idle.push(...(await Promise.all(Array.from({ length: wanted }, () => openIdle(kiln.connection)))));
    }
    const session = await openSession(kiln.connection);
    const { status } = await ask(session, "GET /api/v1/namespaces/default");
    session.destroy();
    const held = idle.filter((socket) => !socket.destroyed).length;
    const grown = kiln.residentMegabytes() - before.megabytes;
    console.log(`${held} of ${count} idle connections held: ${Math.round(grown)} MB more, answered ${status}`);
    for (const socket of idle) {
      socket.destroy();
    }
    const isForgotten = await eventually(() => kiln.openFiles() <= before.files);
    console.log(`${kiln.openFiles()} files open after they left, ${before.files} before they came`);
    return status === 200 && isForgotten && (await kiln.stop()) === 0;
  } finally {
    kiln.child.kill("SIGKILL");
  }
}

async function openIdle({ url, ca, cert, key }: ConnectionOptions): Promise<TLSSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ca, cert, key, ALPNProtocols: ["h2"] });
  socket.on("error", () => {});
  socket.resume();
  await once(socket, "secureConnect");
  socket.write(PREFACE);
  return socket;
}

/** Looks again for at most half a minute: the system tells the server in its own time. */
async function eventually(check: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 300 && !check(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return check();
}
