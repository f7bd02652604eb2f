import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificates } from "./serve/make-certificates.ts";

const BIN = fileURLToPath(new URL("../bin/kiln.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kiln-ports-"));
const server: Server = createServer((socket) => socket.destroy());
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cluster = { name: "c", cluster: { server: "http://127.0.0.1:9" } };
  const contexts = [{ name: "c", context: { cluster: "c", user: "u" } }];
  const config = { clusters: [cluster], contexts, users: [{ name: "u", user: {} }], "current-context": "c" };
  writeFileSync(join(folder, "kubeconfig"), JSON.stringify(config));
  const made = makeCertificates(["127.0.0.1"], new Date());
  writeFileSync(join(folder, "tls.crt"), made.server.cert);
  writeFileSync(join(folder, "tls.key"), made.server.key);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs kiln; PORT in the arguments is replaced by a port in use. */
async function kiln(words: string): Promise<{ code: number; err: string }> {
  const { port } = server.address() as AddressInfo;
  const args = words.replace("PORT", String(port)).split(" ");
  const child = spawn(process.execPath, [BIN, ...args], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  const [code] = await once(child, "close");
  return { code, err: err.replaceAll(String(port), "PORT") };
}

const TAKEN = "another program already listens on 127.0.0.1:PORT";

describe("a command that cannot have what it needs", () => {
  it.each([
    ["webhook --listen 127.0.0.1:PORT --kubeconfig kubeconfig", `${TAKEN}; --listen and --probe-listen take others`],
    [
      "webhook --kubeconfig kubeconfig --tls-cert-file nowhere --tls-private-key-file tls.key --ca-file tls.crt",
      "there is no file nowhere",
    ],
    [
      "snapshot webhook --tls-cert-file tls.crt --tls-private-key-file tls.key --bind-address 127.0.0.1 --port PORT --probe-port off",
      `${TAKEN}; --port and --probe-port take others`,
    ],
    [
      "agent --root root --allow-secrets-on-disk --probe-listen 127.0.0.1:PORT --kubeconfig kubeconfig",
      `${TAKEN}; --probe-listen takes another, or off`,
    ],
    [
      "project --label a --folder files --health-host 127.0.0.1 --health-port PORT --kubeconfig kubeconfig --namespace a",
      `${TAKEN}; --health-port takes another, or off`,
    ],
  ])("ends with one sentence: kiln %s", async (words, sentence) => {
    const { code, err } = await kiln(words);
    expect([code, err.split("\n").filter((line) => line.startsWith("kiln "))]).toEqual([
      1,
      [`kiln ${words.split(" ")[0]}: ${sentence}`],
    ]);
  });
});
