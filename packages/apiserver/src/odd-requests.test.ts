import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "./testing/define-widgets.ts";
import { type SecuredServer, startSecuredServer } from "./testing/start-secured-server.ts";

const CORE = "/api/v1/namespaces/default";
const MERGE = { "content-type": "application/merge-patch+json" };
const KEYS = "application/jwk-set+json";

let server: SecuredServer;
beforeAll(async () => {
  server = await startSecuredServer();
  const send = (path: string, body: JsonObject) => server.send("POST", path, { body });
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  await send(`/apis/apps/v1/namespaces/default/deployments`, {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: { a: "b" } }, template },
  });
  await send(`${CORE}/serviceaccounts`, { metadata: { name: "s" } });
  await send(`${CORE}/pods`, { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } });
  await defineWidgets(
    server,
    { n: { type: "string", maxLength: 1 }, o: { type: "object", "x-kubernetes-validations": [{ rule: "true" }] } },
    { subresources: { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } } },
  );
});
afterAll(() => server.close());

interface Asked {
  readonly body?: JsonObject;
  readonly headers?: Record<string, string>;
}

// Each answer is that of kube-apiserver 1.36.4.
describe("odd requests", () => {
  it.each<[line: string, asked: Asked, status: number, message: string | RegExp]>([
    [
      "PATCH /apis/apps/v1/namespaces/default/deployments/d/scale",
      { body: { metadata: { uid: "u" } }, headers: MERGE },
      409,
      /^Operation cannot be fulfilled on deployments\/scale\.apps "d": Precondition failed: UID in precondition: u, UID in/,
    ],
    [
      `POST ${CORE}/configmaps`,
      { body: { apiVersion: "v1", kind: "List" } },
      400,
      'List in version "v1" cannot be handled as a ConfigMap: converting (v1.List) to (core.ConfigMap): unknown conversion',
    ],
    [
      `POST ${CORE}/configmaps`,
      { body: { apiVersion: "v1", kind: "ConfigMapList" } },
      400,
      /converting \(v1\.ConfigMapList\) to \(core\.ConfigMap\): unknown conversion$/,
    ],
    [
      `POST ${CORE}/configmaps`,
      { body: {}, headers: { "content-type": ";;" } },
      415,
      /^the body of the request was in an/,
    ],
    ["GET /version/x", {}, 404, "the server could not find the requested resource"],
    ["GET /openid/v1/jwks/", { headers: { accept: "application/json" } }, 406, /^406: Not Acceptable/],
    ["POST /openid/v1/jwks", {}, 405, "the server does not allow this method on the requested resource"],
    [`GET ${CORE}/services/x/proxy/a`, {}, 404, 'services "x" not found'],
    [
      `POST ${CORE}/serviceaccounts/s/token`,
      { body: { metadata: { namespace: "other" } } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      `GET ${CORE}/pods/p/log?sinceTime=x`,
      {},
      400,
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      `GET ${CORE}/pods/p/log?stream=`,
      {},
      422,
      'PodLogOptions "p" is invalid: stream: Forbidden: may not be specified',
    ],
    [
      `GET ${CORE}/pods/p/log?sinceSeconds=0&sinceTime=2020-01-01T00:00:00Z`,
      {},
      422,
      'PodLogOptions "p" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
  ])("%s with %j is %d", async (line, asked, status, message) => {
    const [method = "", path = ""] = line.split(" ");
    const answer = await server.send(method, path, asked);
    expect(answer).toMatchObject({
      status,
      json: { message: typeof message === "string" ? message : expect.stringMatching(message) },
    });
  });

  it("reports errors of scale paths behind those of the schema, before rules that did not run", async () => {
    const { json } = await server.send("POST", WIDGETS, { body: widget("w", { spec: { n: "long" } }) });
    const details = json?.details as { causes: { field: string }[] } | undefined;
    expect(details?.causes.map(({ field }) => field)).toEqual(["spec.n", ".spec.n", "<nil>"]);
  });

  it("serves the keys of tokens to clients that accept them, with a slash at the end too", async () => {
    expect(await server.send("GET", "/openid/v1/jwks/", { headers: { accept: KEYS } })).toMatchObject({ status: 200 });
    expect(await server.send("GET", "/.well-known/openid-configuration/")).toMatchObject({ status: 200 });
  });

  it("evicts a Pod only if the preconditions hold, and changes nothing otherwise", async () => {
    const body = { metadata: { name: "p" }, deleteOptions: { preconditions: { uid: "x" } } };
    expect((await server.send("POST", `${CORE}/pods/p/eviction`, { body })).status).toBe(409);
    const { text, json } = await server.send("GET", `${CORE}/pods/p`);
    expect(text).not.toContain("DisruptionTarget");
    const { resourceVersion = "" } = (json?.metadata ?? {}) as { resourceVersion?: string };
    const right = { metadata: { name: "p" }, deleteOptions: { preconditions: { resourceVersion } } };
    expect((await server.send("POST", `${CORE}/pods/p/eviction`, { body: right })).status).toBe(201);
  });

  it("warns of Pods that stay when a collection of Jobs is deleted", async () => {
    const { headers } = await server.send("DELETE", "/apis/batch/v1/namespaces/default/jobs");
    expect(String(headers.warning)).toContain("child pods are preserved by default");
  });
});
