import { createSystemClock } from "@kiln/api";
import type { WorkerRequest } from "./messages.ts";
import { servePage } from "./serve-page.ts";

// The worker of the page. `self` is typed as a window here: a worker's own library of types excludes the page's.
const random = { uuid: () => crypto.randomUUID(), fraction: () => Math.random() };
const serve = servePage({ clock: createSystemClock(globalThis), random }, (answer) => self.postMessage(answer));
self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => serve(data);
