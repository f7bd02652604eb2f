import { parentPort, workerData } from "node:worker_threads";
import type { Manifest } from "../manifests/manifest.ts";
import { openPartChecker, readPart } from "./check-part.ts";
import type { FromThread, ThreadSettings, ToThread } from "./thread-messages.ts";

// Worker thread for a share of the parts: reads each as it arrives, and checks all of them when everything is read.
const settings = workerData as ThreadSettings;
const parts = new Map<number, readonly Manifest[]>();
const send = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToThread) => {
  if (message.type === "read") {
    const [manifests, read] = readPart(message.part, message.source, settings.namespace);
    parts.set(message.part, manifests);
    send(read);
  } else {
    void checkParts(message);
  }
});

async function checkParts(message: Extract<ToThread, { type: "check" }>): Promise<void> {
  const checker = await openPartChecker(settings, message);
  for (const [part, manifests] of parts) {
    send(await checker.run(part, manifests));
    parts.delete(part);
  }
  await checker.close();
}
