import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STORED_BY_KUBERNETES } from "@kiln/apiserver/testing";
import { decodeBase64 } from "@kiln/kinds";
import { openEtcdStore } from "@kiln/store/etcd";
import { openLmdbStore } from "@kiln/store/lmdb";
import { type EtcdCluster, findEtcd, startEtcd } from "@kiln/store/testing/start-etcd";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runKiln } from "./run-kiln.ts";

const etcd = findEtcd();
const MAPS = 600;

/** Some values that kube-apiserver wrote, and so many that etcd has them on several pages. */
async function fill(endpoints: readonly string[]): Promise<void> {
  const store = await openEtcdStore({ endpoints, compactionIntervalMs: 0 });
  for (const [key, value] of Object.entries(STORED_BY_KUBERNETES)) {
    await store.create(key, decodeBase64(value));
  }
  for (let i = 0; i < MAPS; i++) {
    const metadata = { name: `m${i}`, namespace: "default", uid: `00000000-0000-4000-8000-${i}` };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { i: String(i).repeat(200) } };
    await store.create(`/registry/configmaps/default/m${i}`, Buffer.from(JSON.stringify(object)));
  }
  const gone = await store.create("/registry/configmaps/default/gone", Buffer.from("{}"));
  await store.delete("/registry/configmaps/default/gone", { revision: gone });
  await store.create("/registry/secrets/default/sealed", Buffer.from("k8s:enc:aescbc:v1:key:..."));
  await store.close();
}

async function readKeys(dataDir: string): Promise<string[]> {
  const store = await openLmdbStore({ directory: join(dataDir, "data") });
  const keys: string[] = [];
  for await (const { entries } of await store.range({ prefix: "/registry/" })) {
    keys.push(...entries.map(({ key }) => key));
  }
  await store.close();
  return keys;
}

describe.skipIf(etcd === undefined)("kiln import of an etcd", { timeout: 120_000 }, () => {
  let cluster: EtcdCluster;
  let folder: string;
  let database: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kiln-import-etcd-"));
    cluster = await startEtcd(etcd as string, { args: ["--data-dir", join(folder, "etcd")] });
    database = join(folder, "etcd", "member", "snap", "db");
    await fill(cluster.endpoints);
  }, 60_000);
  afterAll(async () => {
    await cluster?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("copies a running one page by page", async () => {
    const ended = await runKiln(
      ...["import", "--etcd-servers", cluster.endpoints.join(","), "--rate", "1000"],
      ...["--data-dir", join(folder, "live")],
    );
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain("left out: value not read: encrypted at rest: import with --kubeconfig instead: 1\n");
    const keys = await readKeys(join(folder, "live"));
    expect(keys).toContain("/registry/core/nodes/n1");
    expect(keys).toContain("/registry/networking.k8s.io/ingresses/default/web");
    expect(keys.filter((key) => key.startsWith("/registry/core/configmaps/default/m"))).toHaveLength(MAPS);
    expect(keys).not.toContain("/registry/core/configmaps/default/gone");
  });

  it("reads its data directory and its snapshots, and refuses damaged ones", async () => {
    await Promise.all(cluster.members.map((member) => member.kill()));
    const bytes = readFileSync(database);
    const hash = createHash("sha256").update(bytes).digest();
    const files = {
      "whole.db": Buffer.concat([bytes, hash]),
      "damaged.db": Buffer.concat([bytes, hash.reverse()]),
      "cut.db": bytes.subarray(0, 16_384),
      "other.db": Buffer.from("something else"),
    };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content);
    }
    const importOf = (name: string) => runKiln("import", join(folder, name), "--data-dir", join(folder, `of-${name}`));
    expect(await importOf("etcd")).toMatchObject({ code: 0 });
    expect(await importOf("whole.db")).toMatchObject({ code: 0 });
    const expected = await readKeys(join(folder, "live"));
    expect(await readKeys(join(folder, "of-etcd"))).toEqual(expected);
    expect(await readKeys(join(folder, "of-whole.db"))).toEqual(expected);
    for (const [name, message] of [
      ["damaged.db", "its hash does not match"],
      ["cut.db", "it was cut short"],
      ["other.db", "it has no meta page of bbolt"],
    ] as const) {
      expect(await importOf(name)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
    }
  });
});
