import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type JsonObject, printYaml } from "@kiln/api";
import { afterAll, describe, expect, it, vi } from "vitest";
import { disk, readManifests } from "../manifests/manifest.ts";
import { printOvenCrd } from "../testing/print-oven-crd.ts";
import { checkObjects } from "./check-objects.ts";
import { reportVerdict } from "./report-verdict.ts";

// Each case checks megabytes.
vi.setConfig({ testTimeout: 180_000 });

const BIN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kiln-check-threads-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Number of objects, and length of a text in each, with which the file is long enough for threads. */
const OBJECTS = 800;
const FILLER = "x".repeat(4_500);

/** Objects of which some are rejected, and some are influenced by objects before them. */
function makeObject(i: number): JsonObject {
  const namespace = i % 40 === 0 ? "limited" : `team-${i % 7}`;
  const metadata = { name: `o-${i % 90 === 5 ? 5 : i}`, namespace, annotations: { filler: FILLER } };
  const pod = {
    containers: [{ name: "a", image: "a", ...(i % 3 === 0 ? {} : { securityContext: { privileged: true } }) }],
  };
  switch (i % 10) {
    case 0:
      return { apiVersion: "v1", kind: "Pod", metadata, spec: pod };
    case 1:
      return { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ port: i % 50 === 1 ? 0 : 80 }] } };
    case 2:
      return { apiVersion: "v1", kind: "Service", metadata, spec: { clusterIP: "10.0.0.9", ports: [{ port: 80 }] } };
    case 3:
      return { apiVersion: "example.org/v1", kind: "Oven", metadata, spec: { heat: i % 20 === 3 ? 99 : 5 } };
    case 4:
      return { apiVersion: "example.com/v1", kind: "Unknown", metadata };
    case 5:
      return {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata,
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: `${i}Mi` } } },
      };
    case 6: {
      const labels = { app: "a" };
      return {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata,
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
      };
    }
    default:
      return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "b" }, ...(i % 30 === 7 ? { extra: 1 } : {}) };
  }
}

const INFLUENTIAL: ReadonlyMap<number, JsonObject> = new Map<number, JsonObject>([
  [
    100,
    {
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name: "l", namespace: "limited" },
      spec: { limits: [{ type: "Container", max: { cpu: "1" }, default: { cpu: "500m" } }] },
    },
  ],
  [
    200,
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "team-6", labels: { "pod-security.kubernetes.io/warn": "baseline" } },
    },
  ],
  [
    300,
    {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "fast", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
      provisioner: "example.com/fast",
    },
  ],
  [
    400,
    {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "q", namespace: "team-5" },
      spec: { hard: { "count/configmaps": "20" } },
    },
  ],
]);

const all = Array.from({ length: OBJECTS }, (_, i) => INFLUENTIAL.get(i) ?? makeObject(i));
const CRD = printOvenCrd("type: object\nproperties: {heat: {type: integer, maximum: 10, default: 1}}");

/** Addresses, uids and names of volumes, which follow the order of the writes. */
const NUMBERED = /"10\.\d+\.\d+\.\d+"|00000000-0000-4000-8000-[0-9a-f]{12}|kube-api-access-\w{5}/g;

function toLines(output: string): string[] {
  return output.replaceAll(NUMBERED, "<number>").replaceAll(FILLER, "").trimEnd().split("\n");
}

async function checkInOrder(file: string): Promise<string[]> {
  const news = readManifests([file], disk);
  const verdicts: string[] = [];
  await checkObjects({
    ...{ definitions: [], olds: [], news, semantics: "kep" },
    onVerdict: (verdict) => verdicts.push(reportVerdict(verdict, { format: "json", isQuiet: false, hasColor: false })),
  });
  return toLines(verdicts.join(""));
}

describe("checkInThreads()", () => {
  it.each<[string, string]>([
    ["objects.yaml", [CRD, ...all.map((object) => printYaml(object))].join("\n---\n")],
    ["objects.json", JSON.stringify({ apiVersion: "v1", items: all, kind: "List" }, null, 2)],
  ])("has the verdicts of checks one after the other: %s", async (name, text) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, "check", file, "--output", "json"], {
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    expect(toLines(stdout)).toEqual(await checkInOrder(file));
    expect([stderr.split("\n")[0], status]).toEqual([`reading ${Math.round(text.length / 1e6)} MB ...`, 1]);
  });

  it("reports the first syntax error, with its line", () => {
    const file = join(folder, "wrong.yaml");
    const text = all.map((object) => printYaml(object)).join("\n---\n");
    writeFileSync(file, `${text}\n---\na: [\n---\nb: [\n`);
    const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, "check", file], { encoding: "utf8" });
    const line = text.split("\n").length + 2;
    expect(stderr).toMatch(new RegExp(`${file}:(${line}|${line + 1}):`));
    expect([stdout, status]).toEqual(["", 2]);
  });
});
