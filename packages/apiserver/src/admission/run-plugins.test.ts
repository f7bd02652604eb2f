import { type AdmissionAttributes, type AdmissionPlugin, forbid, namespaceLifecycle } from "@kiln/admission";
import { type JsonObject, statusInternalError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

const MERGE_PATCH = { "content-type": "application/merge-patch+json" };

interface Seen extends Pick<AdmissionAttributes, "operation" | "subresource" | "name" | "namespace" | "isDryRun"> {
  readonly when: "admit" | "validate";
}

/**
 * Admission plugin that records its calls for custom resources and ConfigMaps; writes of the server itself are of other
 * kinds.
 */
function createWitness(seen: Seen[], plugin: Partial<AdmissionPlugin> = {}): AdmissionPlugin {
  const note = (when: Seen["when"], attributes: AdmissionAttributes) => {
    const { operation, subresource, name, namespace, isDryRun } = attributes;
    seen.push({ when, operation, subresource, name, namespace, isDryRun });
  };
  return {
    name: "Witness",
    handles: ({ resource }) => resource.dialect.name === "custom" || resource.names.plural === "configmaps",
    admit(attributes) {
      note("admit", attributes);
      return plugin.admit?.(attributes);
    },
    validate(attributes) {
      note("validate", attributes);
      return plugin.validate?.(attributes);
    },
  };
}

async function start(plugin: Partial<AdmissionPlugin> = {}) {
  const seen: Seen[] = [];
  const server = await startTestServer({ admission: [namespaceLifecycle, createWitness(seen, plugin)] });
  return { ...server, seen };
}

function setLabel(object: JsonObject | undefined, label: string): undefined {
  const metadata = object?.metadata as JsonObject;
  metadata.labels = { ...(metadata.labels as JsonObject), [label]: "" };
}

describe("admission", () => {
  it("sees every way to write an object", async () => {
    const server = await start();
    const { send, seen } = server;
    await defineWidgets(server, {});
    await send("POST", WIDGETS, { body: widget("w") });
    await send("PATCH", `${WIDGETS}/w?dryRun=All`, { body: {}, headers: MERGE_PATCH });
    await send("DELETE", `${WIDGETS}/w`);
    await send("POST", WIDGETS, { body: widget("x") });
    await send("DELETE", WIDGETS);
    expect(seen.map((one) => `${one.when} ${one.operation} ${one.namespace}/${one.name} ${one.isDryRun}`)).toEqual([
      "admit CREATE default/w false",
      "validate CREATE default/w false",
      "admit UPDATE default/w true",
      "validate UPDATE default/w true",
      "admit DELETE default/w false",
      "validate DELETE default/w false",
      "admit CREATE default/x false",
      "validate CREATE default/x false",
      "admit DELETE default/ false",
      "validate DELETE default/ false",
    ]);
  });

  it.each([
    ["at once", (object: JsonObject | undefined) => setLabel(object, "seen")],
    ["later", async (object: JsonObject | undefined) => setLabel(object, "seen")],
  ])("changes the object %s, and its changes have no owner", async (_, change) => {
    const { send } = await start({ admit: ({ object }) => change(object) });
    const { json } = await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" }, data: { a: "b" } } });
    expect(json).toHaveProperty("metadata.labels.seen", "");
    expect(json).not.toHaveProperty(["metadata", "managedFields", 0, "fieldsV1", "f:metadata"]);
  });

  it("judges what admission made of the object", async () => {
    const { send } = await start({ admit: ({ object }) => setLabel(object, "not a label!") });
    const { status } = await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    expect(status).toBe(422);
  });

  it("runs once more if a plugin asks for it", async () => {
    const { send, seen } = await start({
      admit: ({ reinvocation }) => {
        reinvocation.isNeeded = true;
        return undefined;
      },
    });
    await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    expect(seen.map(({ when }) => when)).toEqual(["admit", "admit", "validate"]);
  });

  it("keeps out what a plugin forbids, also from deletion", async () => {
    const { send } = await start({
      validate: (attributes) => {
        if (attributes.operation === "DELETE") {
          throw forbid(attributes, "not this one");
        }
        return undefined;
      },
    });
    await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    const refused = await send("DELETE", `${CONFIG_MAPS}/c`);
    expect(refused.json).toMatchObject({ code: 403, message: 'configmaps "c" is forbidden: not this one' });
    const all = await send("DELETE", CONFIG_MAPS);
    expect(all.json).toMatchObject({ code: 403, message: 'configmaps "Unknown" is forbidden: not this one' });
    expect((await send("GET", `${CONFIG_MAPS}/c`)).status).toBe(200);
  });

  it("is asked again if the object changed while a plugin took its time", async () => {
    let interfere: (() => Promise<unknown>) | undefined;
    const { send, seen } = await start({
      validate: async () => {
        const once = interfere;
        interfere = undefined;
        await once?.();
        return undefined;
      },
    });
    await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    interfere = () => send("PUT", `${CONFIG_MAPS}/c`, { body: { metadata: { name: "c" }, data: { from: "another" } } });
    seen.length = 0;
    const { json } = await send("PATCH", `${CONFIG_MAPS}/c`, { body: { data: { from: "me" } }, headers: MERGE_PATCH });
    expect(json).toHaveProperty("data.from", "me");
    expect(seen).toHaveLength(6);
  });

  it("lets nothing be created in a namespace that went meanwhile", async () => {
    let interfere: (() => Promise<unknown>) | undefined;
    const { send } = await start({
      admit: async () => {
        await interfere?.();
        return undefined;
      },
    });
    await send("POST", "/api/v1/namespaces", { body: { metadata: { name: "n" } } });
    interfere = () => send("DELETE", "/api/v1/namespaces/n");
    const path = CONFIG_MAPS.replace("default", "n");
    expect((await send("POST", path, { body: { metadata: { name: "c" } } })).status).not.toBe(201);
  });

  it("answers for a plugin that breaks", async () => {
    const { send } = await start({
      admit: async () => {
        throw statusInternalError("broken");
      },
    });
    expect((await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } })).status).toBe(500);
  });
});
