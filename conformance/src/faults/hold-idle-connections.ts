import type { TLSSocket } from "node:tls";
import { openIdleConnection } from "./idle-connection.ts";
import { ask, openSession, startKilnProcess } from "./kiln-process.ts";

const BATCH = 100;

/**
 * Opens idle connections: the server must continue to answer, and forget them when they are closed. On a slow machine
 * the first are closed as idle before the last are open.
 */
export async function holdIdleConnections(count: number): Promise<boolean> {
  const kiln = await startKilnProcess(["--store", "memory"]);
  try {
    const before = { files: kiln.openFiles(), megabytes: kiln.residentMegabytes() };
    const idle: TLSSocket[] = [];
    while (idle.length < count) {
      const wanted = Math.min(BATCH, count - idle.length);
      const opened = await Promise.all(Array.from({ length: wanted }, () => openIdleConnection(kiln.connection)));
      idle.push(...opened.map(({ socket }) => socket));
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

/** Looks again for at most half a minute: the system tells the server in its own time. */
async function eventually(check: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 300 && !check(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return check();
}
