import type { ClientHttp2Session } from "node:http2";
import { ask, openSession, startKilnProcess } from "./kiln-process.ts";

const BATCH = 100;

/** So many connections that say nothing: the server goes on answering, and forgets them when they are gone. */
export async function holdIdleConnections(count: number): Promise<boolean> {
  const kiln = await startKilnProcess(["--store", "memory"]);
  try {
    const session = await openSession(kiln.connection);
    await ask(session, "GET /readyz");
    const before = { files: kiln.openFiles(), megabytes: kiln.residentMegabytes() };
    const idle: ClientHttp2Session[] = [];
    while (idle.length < count) {
      const wanted = Math.min(BATCH, count - idle.length);
      idle.push(...(await Promise.all(Array.from({ length: wanted }, () => openSession(kiln.connection)))));
    }
    const { status } = await ask(session, "GET /api/v1/namespaces/default");
    const perConnection = ((kiln.residentMegabytes() - before.megabytes) * 1024) / count;
    console.log(
      `${count} idle connections: ${Math.round(kiln.residentMegabytes())} MB resident, ${perConnection.toFixed(1)} KB each`,
    );
    for (const connection of idle) {
      connection.destroy();
    }
    const isForgotten = await eventually(() => kiln.openFiles() <= before.files);
    console.log(`answered ${status}; ${kiln.openFiles()} files open after they left, ${before.files} before they came`);
    session.close();
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
