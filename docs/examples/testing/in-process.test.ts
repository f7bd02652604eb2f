import { readFileSync } from "node:fs";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const DEFINITION = readFileSync(new URL("../backup-crd.yaml", import.meta.url), "utf8");
const BACKUPS = "/apis/example.com/v1/namespaces/default/backups";
const MERGE = { "content-type": "application/merge-patch+json" };

describe("the CRD of backups", () => {
  // Server of one test: it starts in milliseconds.
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    const headers = { "content-type": "application/yaml" };
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    expect((await server.send("POST", path, { headers, body: DEFINITION })).status).toBe(201);
    const body = {
      apiVersion: "example.com/v1",
      kind: "Backup",
      metadata: { name: "nightly" },
      spec: { volume: "data", target: { bucket: "b" } },
    };
    expect((await server.send("POST", BACKUPS, { body })).status).toBe(201);
  });
  afterEach(() => server.close());

  it("keeps seven backups unless told otherwise", async () => {
    expect((await server.send("GET", `${BACKUPS}/nightly`)).json).toHaveProperty("spec.keep", 7);
  });

  it("does not let the volume change", async () => {
    const body = { spec: { volume: "other" } };
    const { status, json } = await server.send("PATCH", `${BACKUPS}/nightly`, { headers: MERGE, body });
    expect(status).toBe(422);
    expect(json?.message).toContain('spec.volume: Invalid value: "other": may not be changed');
  });

  it("clears the bucket when a directory is set", async () => {
    const body = { spec: { target: { directory: "/d" } } };
    const { json } = await server.send("PATCH", `${BACKUPS}/nightly`, { headers: MERGE, body });
    expect(json).toHaveProperty("spec.target", { type: "Directory", directory: "/d" });
  });
});
