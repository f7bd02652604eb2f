import { parentPort, workerData } from "node:worker_threads";
import { H2Connection, type Target } from "./h2-connection.ts";

const { target, path } = workerData as { readonly target: Target; readonly path: string };
const connection = await H2Connection.open(target);
for (;;) {
  await connection.send({ method: "GET", path });
  parentPort?.postMessage("listed");
}
