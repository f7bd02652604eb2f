import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProtobufWriter, takeBytes, writeTextField } from "@kiln/api/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isStoreError } from "../store-error.ts";
import { type EtcdCluster, findEtcd, findProgram, startEtcd } from "../testing/start-etcd.ts";
import { EtcdConnection } from "./etcd-connection.ts";
import { openEtcdStore } from "./etcd-store.ts";

const etcdProgram = findEtcd();
const openssl = findProgram("openssl", "apt-get install openssl");

const key = "/registry/things/a";
const value = new Uint8Array([1]);
/** Short timeouts, for starts that cannot succeed. */
const hurried = { requestTimeoutMs: 5000, connectTimeoutMs: 1000 };

describe.skipIf(etcdProgram === undefined || openssl === undefined)("openEtcdStore() over TLS", () => {
  let etcd: EtcdCluster;
  let files: ReturnType<typeof makeCertificates>;
  beforeAll(async () => {
    files = makeCertificates(openssl!);
    etcd = await startEtcd(etcdProgram!, { tls: { ca: files.ca, cert: files.server, key: files.key } });
  });
  afterAll(async () => {
    await etcd.close();
    rmSync(files.directory, { recursive: true, force: true });
  });

  it("writes and reads with a client certificate", async () => {
    const tls = { ca: readFileSync(files.ca), cert: readFileSync(files.client), key: readFileSync(files.key) };
    const store = await openEtcdStore({ endpoints: etcd.endpoints, tls });
    const revision = await store.create(key, value);
    expect((await store.get(key))?.revision).toBe(revision);
    await store.close();
  });

  it.each([
    ["an etcd whose certificate no trusted authority signed", () => ({})],
    [
      "an etcd that another authority vouches for",
      () => ({ ca: readFileSync(files.otherCa), cert: readFileSync(files.client), key: readFileSync(files.key) }),
    ],
    ["to go without a client certificate", () => ({ ca: readFileSync(files.ca) })],
    [
      "a client certificate that etcd does not trust",
      () => ({ ca: readFileSync(files.ca), cert: readFileSync(files.otherClient), key: readFileSync(files.key) }),
    ],
  ])("refuses %s", async (_name, tls) => {
    const error = await openError(openEtcdStore({ endpoints: etcd.endpoints, tls: tls(), ...hurried }));
    expect(error).toMatchObject({ code: "no-access" });
    expect(String(error)).toContain(etcd.endpoints[0]);
    expect(String(error)).toContain("CA file");
  });

  it("names the scheme when the URL has http and etcd serves https", async () => {
    const endpoints = [etcd.endpoints[0]!.replace("https:", "http:")];
    const error = await openError(openEtcdStore({ endpoints, requestTimeoutMs: 500, connectTimeoutMs: 200 }));
    expect(error).toMatchObject({ code: "unavailable" });
    expect(String(error)).toContain(endpoints[0]);
  });
});

describe.skipIf(etcdProgram === undefined)("openEtcdStore() with users", () => {
  const root = { name: "root", password: "correct horse" };
  let etcd: EtcdCluster;
  beforeAll(async () => {
    etcd = await startEtcd(etcdProgram!);
    const admin = new EtcdConnection({ endpoints: etcd.endpoints });
    const order = (method: string, ...texts: string[]) =>
      admin.call({ path: `/etcdserverpb.Auth/${method}`, encode: encodeTexts, decode: () => undefined }, texts, {
        isRepeatable: true,
      });
    await order("UserAdd", root.name, root.password);
    await order("RoleAdd", "root");
    await order("UserGrantRole", root.name, "root");
    await order("UserAdd", "guest", "guest");
    await order("AuthEnable");
    admin.close();
  });
  afterAll(() => etcd.close());

  it("gets a new token when etcd has forgotten the old one", async () => {
    const store = await openEtcdStore({ endpoints: etcd.endpoints, login: root });
    const revision = await store.create(key, value);
    await etcd.members[0]!.kill();
    await etcd.members[0]!.start();
    expect((await store.get(key))?.revision).toBe(revision);
    const next = await store.create(`${key}b`, value);
    expect(store.peek(`${key}b`)?.revision).toBe(next);
    await store.close();
  });

  it.each([
    ["a wrong password", { login: { name: "root", password: "wrong" } }],
    ["an unknown user", { login: { name: "stranger", password: "wrong" } }],
    ["a user without rights to the prefix", { login: { name: "guest", password: "guest" } }],
    ["no user at all", {}],
  ])("refuses %s", async (_name, options) => {
    const error = await openError(openEtcdStore({ endpoints: etcd.endpoints, ...hurried, ...options }));
    expect(error).toMatchObject({ code: "no-access" });
    expect(String(error)).toMatch(/user|password/);
  });
});

describe("openEtcdStore() without a usable endpoint", () => {
  it.each([[[]], [["127.0.0.1:2379"]], [["http://127.0.0.1:2379", "etcd"]]])("refuses %j", async (endpoints) => {
    const error = await openError(openEtcdStore({ endpoints }));
    expect(error).toMatchObject({ code: "no-access" });
    expect(String(error)).toContain("https://127.0.0.1:2379");
  });
});

async function openError(opening: Promise<unknown>): Promise<unknown> {
  const error = await opening.then(
    () => undefined,
    (reason) => reason,
  );
  expect(isStoreError(error)).toBe(true);
  return error;
}

function encodeTexts(texts: readonly string[]): Uint8Array {
  const writer = createProtobufWriter();
  for (let i = texts.length; i > 0; i--) writeTextField(writer, i, texts[i - 1] as string);
  return takeBytes(writer);
}

/** Two authorities; a server's and a client's certificate of the first, and a client's of the second. */
function makeCertificates(program: string) {
  const directory = mkdtempSync(join(tmpdir(), "kiln-certificates-"));
  const path = (name: string) => join(directory, name);
  const run = (...args: string[]) => execFileSync(program, args, { stdio: "ignore", cwd: directory });
  writeFileSync(path("names"), "subjectAltName=IP:127.0.0.1\n");
  run("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path("key"));
  const authority = (name: string) =>
    run("req", "-x509", "-new", "-key", path("key"), "-subj", `/CN=${name}`, "-days", "2", "-out", path(name));
  const sign = (name: string, ca: string) => {
    run("req", "-new", "-key", path("key"), "-subj", `/CN=${name}`, "-out", path(`${name}.csr`));
    const from = ["-in", path(`${name}.csr`), "-CA", path(ca), "-CAkey", path("key"), "-CAcreateserial"];
    run("x509", "-req", ...from, "-days", "2", "-extfile", path("names"), "-out", path(name));
  };
  authority("ca");
  authority("other-ca");
  sign("server", "ca");
  sign("client", "ca");
  sign("other-client", "other-ca");
  return {
    directory,
    key: path("key"),
    ca: path("ca"),
    otherCa: path("other-ca"),
    server: path("server"),
    client: path("client"),
    otherClient: path("other-client"),
  };
}
