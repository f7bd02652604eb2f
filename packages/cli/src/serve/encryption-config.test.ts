import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer } from "@kiln/apiserver/testing";
import { createEncryptedStore, createJsonStore } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { afterEach, describe, expect, it } from "vitest";
import { readEncryptionConfig } from "./encryption-config.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

function write(resources: string): string {
  const folder = mkdtempSync(join(tmpdir(), "kiln-encryption-"));
  folders.push(folder);
  const file = join(folder, "config.yaml");
  const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n";
  writeFileSync(file, `${head}resources:\n- resources: [secrets]\n  providers:\n${resources}`);
  return file;
}

const KEY_1 = `{ name: one, secret: ${Buffer.alloc(32, 1).toString("base64")} }`;
const KEY_2 = `{ name: two, secret: ${Buffer.alloc(32, 2).toString("base64")} }`;
const gcm = (...keys: string[]) => `  - aesgcm: { keys: [${keys.join(", ")}] }\n`;
const cbc = (...keys: string[]) => `  - aescbc: { keys: [${keys.join(", ")}] }\n`;
const box = (...keys: string[]) => `  - secretbox: { keys: [${keys.join(", ")}] }\n`;
const CLEAR = "  - identity: {}\n";

const TARGET = "/api/v1/namespaces/default/secrets";
const STORED = "/registry/core/secrets/default/s";
const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { password: "hunter2" } };

/** A server over a store with the configured encryption of Secrets; the same store may be opened again. */
async function start(raw: MemoryStore, resources: string | undefined, wrap = (store: Store) => store) {
  if (resources === undefined) {
    return startTestServer({ store: wrap(raw) });
  }
  const { store } = createEncryptedStore(raw, await readEncryptionConfig(write(resources)));
  return startTestServer({ store: wrap(store) });
}

const rawText = (raw: MemoryStore) => Buffer.from(raw.peek(STORED)?.value ?? []).toString("latin1");

describe("encryption at rest", () => {
  it("opens what others sealed with secretbox", async () => {
    // Ciphertext of another implementation: golang.org/x/crypto/nacl/secretbox.
    const sealed = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXCCV2o1ZgdCXaUDQ3kEm2Y+835xl3ccXY";
    const cipher = (await readEncryptionConfig(write(box(KEY_1))))("core", "secrets");
    const stored = Buffer.concat([Buffer.from("k8s:enc:secretbox:v1:one:"), Buffer.from(sealed, "base64")]);
    expect(Buffer.from(cipher?.open(STORED, stored).value ?? []).toString()).toBe("a secret");
  });

  it.each([
    ["aesgcm", gcm(KEY_1)],
    ["aescbc", cbc(KEY_1)],
    ["secretbox", box(KEY_1)],
  ])("hides values with %s, heads included, and shows them to clients", async (name, resources) => {
    const raw = new MemoryStore();
    const { send } = await start(raw, resources);
    expect(
      (await send("POST", TARGET, { body: { ...secret, metadata: { name: "s", labels: { a: "visible" } } } })).status,
    ).toBe(201);
    expect(rawText(raw).startsWith(`k8s:enc:${name}:v1:one:`)).toBe(true);
    expect(rawText(raw)).not.toMatch(/visible|password|aHVudGVyMg/);
    expect((await send("GET", `${TARGET}/s`)).json).toMatchObject({ data: { password: btoa("hunter2") } });
    const listed = await send("GET", `${TARGET}?labelSelector=a%3Dvisible`);
    expect(listed.json).toMatchObject({ items: [{ metadata: { name: "s" } }] });
  });

  it.each([
    ["an older key", gcm(KEY_1), gcm(KEY_2, KEY_1), "k8s:enc:aesgcm:v1:two:"],
    ["another way", cbc(KEY_1), gcm(KEY_1) + cbc(KEY_1), "k8s:enc:aesgcm:v1:one:"],
    ["no key", undefined, gcm(KEY_1) + CLEAR, "k8s:enc:aesgcm:v1:one:"],
  ])("reads what %s kept, and a write that changes nothing keeps it anew", async (_what, before, after, prefix) => {
    const raw = new MemoryStore();
    const first = await start(raw, before);
    await first.send("POST", TARGET, { body: secret });
    first.server.close();
    const second = await start(raw, after);
    const stored = await second.send("GET", `${TARGET}/s`);
    expect(stored.json).toMatchObject({ data: { password: btoa("hunter2") } });
    const { json } = await second.send("PUT", `${TARGET}/s`, { body: stored.json ?? {} });
    const versionOf = (object: unknown) =>
      (object as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
    expect(versionOf(json)).not.toBe(versionOf(stored.json));
    expect(rawText(raw).startsWith(prefix)).toBe(true);
    const again = await second.send("PUT", `${TARGET}/s`, { body: json ?? {} });
    expect(versionOf(again.json)).toBe(versionOf(json));
  });

  it("has everything sealed anew by a migration", async () => {
    const raw = new MemoryStore();
    const first = await start(raw, gcm(KEY_1));
    await first.send("POST", TARGET, { body: secret });
    first.server.close();
    const second = await start(raw, gcm(KEY_2, KEY_1));
    const migrations = "/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations";
    await second.send("POST", migrations, {
      body: { metadata: { name: "keys" }, spec: { resource: { resource: "secrets" } } },
    });
    await expect
      .poll(async () => (await second.send("GET", `${migrations}/keys`)).json)
      .toMatchObject({ status: { conditions: [{ type: "Running", status: "False" }, { type: "Succeeded" }] } });
    expect(rawText(raw).startsWith("k8s:enc:aesgcm:v1:two:")).toBe(true);
  });

  it("marks what is stale in stores that hold plain JSON too", async () => {
    const raw = new MemoryStore();
    const first = await start(raw, gcm(KEY_1), createJsonStore);
    await first.send("POST", TARGET, { body: secret });
    first.server.close();
    const encrypted = createEncryptedStore(raw, await readEncryptionConfig(write(gcm(KEY_2, KEY_1))));
    const second = await startTestServer({ store: createJsonStore(encrypted.store, encrypted) });
    const stored = await second.send("GET", `${TARGET}/s`);
    await second.send("PUT", `${TARGET}/s`, { body: stored.json ?? {} });
    expect(rawText(raw).startsWith("k8s:enc:aesgcm:v1:two:")).toBe(true);
  });

  it("shows nothing that another key sealed, was changed, or was moved from elsewhere", async () => {
    const raw = new MemoryStore();
    const first = await start(raw, gcm(KEY_1));
    await first.send("POST", TARGET, { body: secret });
    const value = raw.peek(STORED)?.value ?? new Uint8Array();
    await raw.create("/registry/core/secrets/default/moved", value.slice());
    const changed = Uint8Array.from(value, (byte, i) => (i === value.byteLength - 20 ? byte ^ 1 : byte));
    await raw.create("/registry/core/secrets/default/changed", changed);
    for (const name of ["moved", "changed"]) {
      const { status, text } = await first.send("GET", `${TARGET}/${name}`);
      expect([status, text.includes("aHVudGVyMg")]).toEqual([500, false]);
    }
    first.server.close();
    const second = await start(raw, gcm(KEY_2));
    expect((await second.send("GET", `${TARGET}/s`)).status).toBe(500);
  });

  it("leaves other kinds in clear", async () => {
    const raw = new MemoryStore();
    const { send } = await start(raw, gcm(KEY_1));
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { a: "plain" } };
    await send("POST", "/api/v1/namespaces/default/configmaps", { body });
    expect(Buffer.from(raw.peek("/registry/core/configmaps/default/c")?.value ?? []).toString()).toContain("plain");
  });
});

describe("readEncryptionConfig()", () => {
  it.each([
    [gcm(KEY_1.replace(/secret: .*=/, "secret: c2hvcnQ=")), "must be 16, 24 or 32 bytes in base64"],
    ["  - kms: { apiVersion: v2, name: k, endpoint: unix:///k.sock }\n", "does not ask a key service"],
    ["  - rot13: {}\n", "must be one of aesgcm, aescbc, secretbox or identity"],
    [box(`{ name: short, secret: ${btoa("x".repeat(16))} }`), "secret: must be 32 bytes in base64"],
    ["  - aesgcm: { keys: [] }\n", "at least one is required"],
    ["", "needs resources and providers"],
  ])("refuses %j", async (resources, why) => {
    await expect(readEncryptionConfig(write(resources))).rejects.toThrow(why);
  });

  it.each([
    ["core", "secrets", true],
    ["apps", "secrets", false],
    ["core", "configmaps", false],
  ])("says of %s/%s: %s", async (group, plural, isEncrypted) => {
    const find = await readEncryptionConfig(write(gcm(KEY_1)));
    expect(find(group, plural) !== undefined).toBe(isEncrypted);
  });
});
