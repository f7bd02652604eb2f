import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { H2Connection } from "../server/h2-connection.ts";
import type { PeerRow } from "./peer-row.ts";
import { sendJson } from "./send-json.ts";

const GROUP = "convert.example.com";
const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const STORED = 100;

/**
 * Row of gets in a version that a conversion webhook creates from the stored one. `material` is a data folder of Kiln,
 * whose certificate it uses.
 */
export function conversionRow(material: string): PeerRow {
  const read = (name: string) => readFileSync(join(material, "pki", name));
  let server: Server | undefined;
  const path = `/apis/${GROUP}/v2/namespaces/default/converted`;
  return {
    name: "get through a conversion webhook",
    async prepare({ target }) {
      server ??= await startConversion({ cert: read("server.crt"), key: read("server.key") });
      const { port } = server.address() as AddressInfo;
      const clientConfig = { url: `https://127.0.0.1:${port}/`, caBundle: read("ca.crt").toString("base64") };
      await sendJson(target, [{ method: "POST", path: CRDS, object: definitionOf(clientConfig) }]);
      const connection = await H2Connection.open(target);
      while ((await connection.send({ method: "GET", path })).status !== 200) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      connection.close();
      const objects = Array.from({ length: STORED }, (_, i) => ({
        method: "POST" as const,
        path: `/apis/${GROUP}/v1/namespaces/default/converted`,
        object: { apiVersion: `${GROUP}/v1`, kind: "Converted", metadata: { name: `c${i}` }, spec: { size: i } },
      }));
      await sendJson(target, objects);
    },
    async operate(connection, turn) {
      const { status } = await connection.send({ method: "GET", path: `${path}/c${turn % STORED}` });
      if (status !== 200) {
        throw new Error(`the server answered ${status} instead of 200`);
      }
    },
    async undo() {
      server?.closeAllConnections();
      server?.close();
      server = undefined;
    },
    operations: 500,
    leastProcessor: 1,
    goal: 5,
  };
}

function definitionOf(clientConfig: object) {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `converted.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "converted", singular: "converted", kind: "Converted", listKind: "ConvertedList" },
      conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
      versions: [
        { name: "v1", served: true, storage: true, schema },
        { name: "v2", served: true, storage: false, schema },
      ],
    },
  };
}

/** Starts a conversion webhook that changes only the apiVersion. */
function startConversion(material: { readonly cert: Buffer; readonly key: Buffer }): Promise<Server> {
  const server = createServer(material, (request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { uid, desiredAPIVersion, objects } = JSON.parse(text).request;
      const convertedObjects = objects.map((object: object) => ({ ...object, apiVersion: desiredAPIVersion }));
      const answer = { uid, convertedObjects, result: { status: "Success" } };
      const review = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", response: answer };
      response.setHeader("content-type", "application/json").end(JSON.stringify(review));
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
