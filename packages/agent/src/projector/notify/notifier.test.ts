import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, createSystemClock } from "@kiln/api";
import { afterAll, describe, expect, it } from "vitest";
import { startHttpReceiver, temporaryFolder } from "../../testing/index.ts";
import { createProjectorMetrics } from "../projector-metrics.ts";
import { createNotifier, type Notification } from "./notifier.ts";
import { createScript } from "./run-script.ts";
import { createRequest, type RequestOptions } from "./send-request.ts";
import { createSignal } from "./send-signal.ts";

const folder = temporaryFolder("notify");
afterAll(() => folder.remove());
const system = createSystemClock(globalThis);
/** Clock whose timers fire at once. */
const hasty: Clock = { ...system, setTimer: (_, callback) => system.setTimer(0, callback) };
const never = new AbortController().signal;
const change = { folders: ["/a", "/b"], isFirst: false };

function script(name: string, text: string, mode = 0o755): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

describe("a script", () => {
  it("is run as it is, or by sh, and told which folders changed", async () => {
    const out = join(folder.path, "out");
    const text = `printf %s "$KILN_CHANGED_FOLDERS" >> ${out}\n`;
    await createScript({ path: script("run", `#!/bin/sh\n${text}`), timeoutMs: 10_000 }).tell(change, never);
    await createScript({ path: script("plain", text, 0o644), timeoutMs: 10_000 }).tell(change, never);
    expect(readFileSync(out, "utf8")).toBe("/a:/b/a:/b");
  });

  it("that fails says so", async () => {
    const path = script("fails", "#!/bin/sh\necho no luck >&2; exit 3\n");
    await expect(createScript({ path, timeoutMs: 10_000 }).tell(change, never)).rejects.toThrow(
      /ended with 3: no luck/,
    );
    const missing = createScript({ path: join(folder.path, "missing"), timeoutMs: 10_000 });
    await expect(missing.tell(change, never)).rejects.toThrow(/ended with/);
  });

  it("that takes too long is ended, with all that it started", async () => {
    const late = join(folder.path, "late");
    const path = script("slow", `#!/bin/sh\n(sleep 30; touch ${late}) & wait\n`);
    await expect(createScript({ path, timeoutMs: 100 }).tell(change, never)).rejects.toThrow(/did not end in time/);
    expect(existsSync(late)).toBe(false);
  });
});

describe.skipIf(process.platform !== "linux")("a signal", () => {
  it("reaches the processes of a program", async () => {
    const path = script(
      "kiln-test-daemon",
      "trap 'echo got it; exit 0' HUP; echo ready; while :; do sleep 0.05; done\n",
    );
    const name = `kiln-test-daemon-${process.pid}`;
    const child = spawn("bash", ["-c", `exec -a ${name} sh ${path}`], { stdio: ["ignore", "pipe", "ignore"] });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
    });
    await once(child.stdout, "data");
    await createSignal({ signal: "SIGHUP", process: name }).tell(change, never);
    await once(child, "close");
    expect(said).toContain("got it");
  });

  it("that reaches no process is a failure", async () => {
    await expect(createSignal({ signal: "SIGHUP", process: "no-such-program" }).tell(change, never)).rejects.toThrow(
      /no process no-such-program/,
    );
  });
});

describe("a request", () => {
  const options = (url: string, more: Partial<RequestOptions> = {}): RequestOptions => ({
    ...{ url: new URL(url), method: "GET", payload: undefined, authorization: undefined, hmacKey: undefined },
    ...{ retries: 2, backoffSeconds: 1.1, timeoutMs: 1000, isInsecure: false, skipsFirst: false, clock: hasty },
    ...more,
  });

  it("is tried again until it is taken", async () => {
    let failures = 2;
    const receiver = await startHttpReceiver(() => ({ status: failures-- > 0 ? 500 : 200 }));
    await createRequest(options(`${receiver.url}/reload`, { authorization: "Basic x" })).tell(change, never);
    expect(receiver.received.map(({ method, path, headers }) => `${method} ${path} ${headers.authorization}`)).toEqual(
      Array(3).fill("GET /reload Basic x"),
    );
    failures = 9;
    await expect(createRequest(options(`${receiver.url}/reload`)).tell(change, never)).rejects.toThrow(/status 500/);
    receiver.close();
  });

  it("carries the payload, or the folders, and a signature that its receiver can check", async () => {
    const receiver = await startHttpReceiver(() => ({}));
    const key = new TextEncoder().encode("shared");
    await createRequest(options(receiver.url, { method: "POST", hmacKey: key })).tell(change, never);
    await createRequest(options(receiver.url, { method: "POST", payload: '{"x":1}' })).tell(change, never);
    const [first, second] = receiver.received;
    expect([first?.body, second?.body]).toEqual(['{"folders":["/a","/b"]}', '{"x":1}']);
    const time = String(first?.headers["x-kiln-timestamp"]);
    const mac = createHmac("sha256", "shared").update(`${time}.${first?.body}`).digest("hex");
    expect(first?.headers["x-kiln-signature"]).toBe(`sha256=${mac}`);
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
    receiver.close();
  });
});

describe("createNotifier()", () => {
  const told = (outcomes: (() => void)[]) => {
    const seen: string[] = [];
    const notification = (means: Notification["means"], skipsFirst = false): Notification => ({
      means,
      skipsFirst,
      async tell({ folders }) {
        outcomes.shift()?.();
        seen.push(`${means} ${folders.join(",")}`);
      },
    });
    const metrics = createProjectorMetrics();
    const log = { info: () => {}, warn: () => {} };
    const notifications = [notification("script"), notification("request", true)];
    return { seen, metrics, notifier: createNotifier({ notifications, clock: hasty, log, metrics }) };
  };
  const fail = () => {
    throw new Error("not now");
  };

  it("retries until all targets were notified, in order", async () => {
    const { seen, metrics, notifier } = told([() => {}, fail, () => {}, fail]);
    notifier.owe(change);
    expect(await notifier.settle(5)).toBe(true);
    expect(seen.at(-1)).toBe("request /a,/b");
    expect(metrics.read("kiln_project_notifications_total", ["request", "failed"])).toBe(2);
    expect(metrics.read("kiln_project_notifications_total", ["request", "done"])).toBe(1);
  });

  it("gives up after so many tries, if told so", async () => {
    const { notifier } = told([fail, fail, fail]);
    notifier.owe(change);
    expect(await notifier.settle(2)).toBe(false);
  });

  it("gives up at once when it is stopped", async () => {
    const receiver = await startHttpReceiver(() => ({ isSilent: true }));
    const metrics = createProjectorMetrics();
    const asked = once(receiver.server, "request");
    const settings = { url: new URL(receiver.url), method: "GET", payload: undefined, authorization: undefined };
    const notification = createRequest({
      ...{ ...settings, hmacKey: undefined, retries: 9, backoffSeconds: 60, timeoutMs: 60_000 },
      ...{ isInsecure: false, skipsFirst: false, clock: system },
    });
    const log = { info: () => {}, warn: () => {} };
    const notifier = createNotifier({ notifications: [notification], clock: system, log, metrics });
    notifier.owe(change);
    await asked;
    await notifier.stop();
    expect(metrics.read("kiln_project_notifications_total", ["request", "failed"])).toBe(1);
    receiver.close();
  });

  it("tells changes that come together as one, and leaves out what is not for the start", async () => {
    const { seen, notifier } = told([]);
    notifier.owe({ folders: ["/a"], isFirst: true });
    expect(await notifier.settle(1)).toBe(true);
    expect(seen).toEqual(["script /a"]);
    const second = told([]);
    second.notifier.owe({ folders: ["/a"], isFirst: true });
    second.notifier.owe({ folders: ["/b", "/a"], isFirst: false });
    await second.notifier.settle(1);
    expect(second.seen).toEqual(["script /a,/b", "request /a,/b"]);
  });
});
