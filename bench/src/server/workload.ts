import { H2Connection, type Target } from "./h2-connection.ts";
import type { Operation } from "./run-load.ts";

export const GROUP = "bench.example.com";
export const COLLECTION = `/apis/${GROUP}/v1/namespaces/default/gadgets`;

const JSON_TYPE = "application/json";
const FILLER = "a line of text that makes this object about one kilobyte long, as custom resources often are; ";

/** CRD of the kind that all rows use: a few fields, one default, one pattern. */
export const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `gadgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: gadgetSchema() } }],
  },
};

function gadgetSchema(): object {
  const text = { type: "string" };
  return {
    type: "object",
    properties: {
      spec: {
        type: "object",
        required: ["owner"],
        properties: {
          owner: { type: "string", pattern: "^[a-z0-9-]+$" },
          size: { type: "integer", minimum: 0, default: 1 },
          notes: { type: "array", items: text },
          settings: { type: "object", additionalProperties: text },
        },
      },
    },
  };
}

/** Object of about 1 KiB of JSON; one in ten has the label of the selector row. */
export function gadget(turn: number): Buffer {
  return Buffer.from(
    JSON.stringify({
      apiVersion: `${GROUP}/v1`,
      kind: "Gadget",
      metadata: { name: nameOf(turn), labels: { app: "bench", shard: `s${turn % 10}` } },
      spec: {
        owner: `team-${turn % 7}`,
        size: turn % 100,
        notes: [FILLER, FILLER, FILLER, FILLER, FILLER, FILLER],
        settings: { alpha: "one", beta: "two", gamma: "three", delta: "four" },
      },
    }),
  );
}

export function nameOf(turn: number): string {
  return `gadget-${String(turn).padStart(6, "0")}`;
}

/** Creates the CRD and waits until its kind is served. */
export async function defineGadgets(target: Target): Promise<void> {
  const connection = await H2Connection.open(target);
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const body = Buffer.from(JSON.stringify(definition));
  expectStatus((await connection.send({ method: "POST", path, contentType: JSON_TYPE }, { body })).status, 201);
  while ((await connection.send({ method: "GET", path: COLLECTION })).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  connection.close();
}

export const create: Operation = async (connection, turn) => {
  const head = { method: "POST", path: COLLECTION, contentType: JSON_TYPE } as const;
  expectStatus((await connection.send(head, { body: gadget(turn) })).status, 201);
};

/** Reads spread over `count` objects. */
export function getAmong(count: number): Operation {
  return async (connection, turn) => {
    const path = `${COLLECTION}/${nameOf((turn * 7919) % count)}`;
    expectStatus((await connection.send({ method: "GET", path })).status, 200);
  };
}

export const listAll: Operation = async (connection) => {
  expectStatus((await connection.send({ method: "GET", path: COLLECTION })).status, 200);
};

export const listPage: Operation = async (connection, turn) => {
  const path = `${COLLECTION}?labelSelector=shard%3Ds${turn % 10}&limit=50`;
  expectStatus((await connection.send({ method: "GET", path })).status, 200);
};

export function updateAmong(count: number): Operation {
  return async (connection, turn) => {
    const path = `${COLLECTION}/${nameOf((turn * 7919) % count)}`;
    const { body } = await connection.send({ method: "GET", path }, { keepsBody: true });
    const text = (body as Buffer).toString("latin1").replace(/"size":\d+/, `"size":${turn}`);
    const head = { method: "PUT", path, contentType: JSON_TYPE } as const;
    expectStatus((await connection.send(head, { body: Buffer.from(text, "latin1") })).status, 200);
  };
}

export function patchAmong(count: number): Operation {
  return async (connection, turn) => {
    const path = `${COLLECTION}/${nameOf((turn * 7919) % count)}`;
    const head = { method: "PATCH", path, contentType: "application/merge-patch+json" } as const;
    const body = Buffer.from(`{"spec":{"size":${turn + 1000}}}`);
    expectStatus((await connection.send(head, { body })).status, 200);
  };
}

/** Applies a configuration that owns one field, with another value each time. */
export function applyAmong(count: number): Operation {
  return async (connection, turn) => {
    const name = nameOf((turn * 7919) % count);
    const path = `${COLLECTION}/${name}?fieldManager=bench&force=true`;
    const head = { method: "PATCH", path, contentType: "application/apply-patch+yaml" } as const;
    const config = { apiVersion: `${GROUP}/v1`, kind: "Gadget", metadata: { name }, spec: { size: turn + 2000 } };
    expectStatus((await connection.send(head, { body: Buffer.from(JSON.stringify(config)) })).status, 200);
  };
}

export const deleteOne: Operation = async (connection, turn) => {
  const path = `${COLLECTION}/${nameOf(turn)}`;
  expectStatus((await connection.send({ method: "DELETE", path })).status, 200);
};

function expectStatus(status: number, wanted: number): void {
  if (status !== wanted) {
    throw new Error(`the server answered ${status} instead of ${wanted}`);
  }
}
