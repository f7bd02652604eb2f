// Starts a server on an empty folder and sends it the requests of a first session, so that a user's first server finds
// their code compiled (bin/load-compiled.mjs).

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

const GROUP = "compile.kiln.dev";
const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const OBJECTS = `/apis/${GROUP}/v1/namespaces/default/samples`;
const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_TYPE = "application/json";

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `samples.${GROUP}` },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { plural: "samples", singular: "sample", kind: "Sample", listKind: "SampleList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                "x-kubernetes-validations": [{ rule: "self.size >= 0" }],
                properties: {
                  owner: { type: "string", pattern: "^[a-z]+$", maxLength: 20 },
                  size: { type: "integer", minimum: 0, default: 1 },
                },
              },
            },
          },
        },
      },
    ],
  },
};
const sample = { apiVersion: `${GROUP}/v1`, kind: "Sample", metadata: { name: "a" }, spec: { owner: "team" } };
const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "b" } };

/** Requests: method, path, body and its media type. */
const REQUESTS = /** @type {const} */ ([
  ["GET", "/api"],
  ["GET", "/apis"],
  ["GET", "/openapi/v3"],
  ["GET", "/openapi/v3/api/v1"],
  ["POST", CRDS, definition, JSON_TYPE],
  ["GET", `${CRDS}/samples.${GROUP}`],
  ["POST", OBJECTS, sample, JSON_TYPE],
  ["GET", `${OBJECTS}/a`],
  ["PUT", `${OBJECTS}/a`, { ...sample, spec: { owner: "other" } }, JSON_TYPE],
  ["PATCH", `${OBJECTS}/a`, { spec: { size: 2 } }, "application/merge-patch+json"],
  ["PATCH", `${OBJECTS}/a?fieldManager=m&force=true`, { ...sample, spec: { size: 3 } }, "application/apply-patch+yaml"],
  ["GET", OBJECTS],
  ["GET", `${OBJECTS}?labelSelector=a%3Db&limit=5`],
  ["GET", `${OBJECTS}?watch=true&timeoutSeconds=1&resourceVersion=1`],
  ["POST", MAPS, map, JSON_TYPE],
  ["PATCH", `${MAPS}/a`, { data: { a: "c" } }, "application/strategic-merge-patch+json"],
  ["GET", MAPS],
  ["DELETE", `${MAPS}/a`],
  ["DELETE", `${OBJECTS}/a`],
  ["DELETE", `${CRDS}/samples.${GROUP}`],
]);

/** @param {string} command kiln.mjs */
export async function compileServe(command) {
  const folder = mkdtempSync(join(tmpdir(), "kiln-compile-"));
  const flags = ["--listen", "127.0.0.1:0", "--data-dir", folder];
  const child = spawn(process.execPath, [command, "serve", ...flags], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const url = await Promise.race([readUrl(child), ended.then(() => undefined)]);
    if (typeof url === "string") {
      await sendAll(url, join(folder, "pki"));
    }
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<string>}
 */
function readUrl(child) {
  return new Promise((resolve) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      const found = /^ready (https:\S+)/.exec(text)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
  });
}

/**
 * @param {string} url
 * @param {string} pki
 */
async function sendAll(url, pki) {
  const read = (/** @type {string} */ name) => readFileSync(join(pki, name));
  const agent = new Agent({ ca: read("ca.crt"), cert: read("admin.crt"), key: read("admin.key"), keepAlive: true });
  for (const [method, path, body, type] of REQUESTS) {
    await new Promise((resolve, reject) => {
      const headers = type === undefined ? {} : { "content-type": type };
      const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
        response.resume().once("end", resolve);
      });
      sent.once("error", reject);
      sent.end(body && JSON.stringify(body));
    });
  }
  agent.destroy();
}
