import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { get as getPlain } from "node:http";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, describe, expect, it, vi } from "vitest";
import { apiServerFlags } from "./api-server-flags.ts";
import { layDownStandIns } from "./lay-down-stand-ins.ts";

const KILN = join(import.meta.dirname, "..", "..", "bin", "kiln.mjs");
const root = mkdtempSync(join(tmpdir(), "kiln-envtest-"));
const assets = layDownStandIns(join(root, "with 'quotes' and blanks"), [process.execPath, KILN]);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("stand-ins of kiln envtest", () => {
  it("are three programs in the folder", () => {
    expect(readdirSync(assets).sort()).toEqual(["etcd", "kube-apiserver", "kubectl"]);
  });

  it("serve as kube-apiserver with the flags of envtest, and end with the signal", async () => {
    const folder = join(root, "certs");
    mkdirSync(folder);
    const flags = [
      "--allow-privileged=true",
      "--authorization-mode=RBAC",
      "--bind-address=127.0.0.1",
      "--secure-port=0",
    ];
    const more = ["--disable-admission-plugins=ServiceAccount", "--etcd-servers=http://127.0.0.1:1"];
    const ranges = ["--service-cluster-ip-range=10.0.0.0/24", `--cert-dir=${folder}`];
    await withProgram("kube-apiserver", [...flags, ...more, ...ranges], async (url, said) => {
      await expect(statusOf(get, `${url}/readyz`)).resolves.toBe(200);
      expect(said()).toBe("kiln serve: without effect here: --allow-privileged\n");
    });
  });

  it("answer the health probe as etcd", async () => {
    await withProgram("etcd", ["--listen-client-urls=http://127.0.0.1:0", "--unsafe-no-fsync=true"], async (url) => {
      await expect(statusOf(getPlain, `${url}/health`)).resolves.toBe(200);
      await expect(statusOf(getPlain, `${url}/v3/kv/range`)).resolves.toBe(501);
    });
  });

  it("do not print --insecure-port, for which envtest looks in the help", async () => {
    const { stdout } = await promisify(execFile)(join(assets, "kube-apiserver"), ["--help"]);
    expect(stdout).not.toContain("--insecure-port");
  });

  it("start the kubectl of PATH, and never themselves", async () => {
    const folder = join(root, "bin");
    mkdirSync(folder);
    writeFileSync(join(folder, "kubectl"), '#!/bin/sh\necho "real $*"\n', { mode: 0o755 });
    const run = (path: string) =>
      promisify(execFile)(join(assets, "kubectl"), ["get", "pods"], { env: { PATH: `${path}:/usr/bin:/bin` } });
    await expect(run(`${assets}:${folder}`)).resolves.toMatchObject({ stdout: "real get pods\n" });
  });

  it("start the kubectl that was on PATH when they were made, for suites that clear it", async () => {
    const folder = join(root, "earlier bin");
    mkdirSync(folder);
    writeFileSync(join(folder, "kubectl"), '#!/bin/sh\necho "earlier $*"\n', { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    const made = layDownStandIns(join(root, "made"), [process.execPath, KILN]);
    vi.unstubAllEnvs();
    const run = promisify(execFile)(join(made, "kubectl"), ["get", "pods"], { env: { PATH: root } });
    await expect(run).resolves.toMatchObject({ stdout: "earlier get pods\n" });
  });
});

describe("apiServerFlags()", () => {
  it("switches controllers off unless the variable says otherwise", () => {
    expect(apiServerFlags(["--cert-dir=/c"], {})).toEqual([
      ...["--store", "memory", "--semantics", "upstream", "--data-dir", "/c/kiln"],
      ...["--disable-controllers", "*", "--anonymous-auth=true", "--cert-dir=/c"],
    ]);
    expect(apiServerFlags(["--cert-dir", "/c"], { KILN_ENVTEST_CONTROLLERS: "1", KILN_ENVTEST_FLAGS: "-v" })).toEqual([
      ...["--store", "memory", "--semantics", "upstream", "--data-dir", "/c/kiln"],
      ...["--anonymous-auth=true", "--cert-dir", "/c", "-v"],
    ]);
  });
});

/** Starts a stand-in, passes the address that it prints when ready to `use`, and ends it with envtest's signal. */
async function withProgram(name: string, args: string[], use: (url: string, said: () => string) => Promise<void>) {
  const program = spawn(join(assets, name), args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(program, "exit");
  let complaints = "";
  program.stderr.on("data", (text: Buffer) => {
    complaints += text.toString();
  });
  try {
    const [line] = (await once(createInterface({ input: program.stdout }), "line")) as [string];
    await use(line.split(" ")[1] ?? "", () => complaints);
  } finally {
    program.kill("SIGTERM");
  }
  expect(await ended).toEqual([0, null]);
}

function statusOf(ask: typeof get | typeof getPlain, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    ask(url, { rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
}
