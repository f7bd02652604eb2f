import type { JsonObject, JsonValue } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<JsonValue>(null, "", "a", 0, -1, 1.5, 2 ** 60, true, "2026-01-02T03:04:05Z"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(keys(), tie("json"), { maxKeys: 4, noNullPrototype: false }),
  ),
}));

function keys(): fc.Arbitrary<string> {
  const common = ["name", "labels", "annotations", "finalizers", "ownerReferences", "generation", "uid", "size", "o"];
  const mean = ["__proto__", "constructor", "toString", "resourceVersion", "deletionTimestamp", "managedFields", ""];
  return fc.constantFrom(...common, ...mean, "data", "apiVersion", "kind", "metadata", "x", "spec", "status");
}

/** Random metadata that is mostly valid, so that most objects reach the store. */
const metadata = fc.record(
  {
    labels: rarely(fc.dictionary(fc.constantFrom("a", "example.com/b"), fc.constantFrom("", "v"))),
    annotations: rarely(
      fc.dictionary(
        keys().filter((key) => key !== "" && key !== "__proto__"),
        fc.string(),
      ),
    ),
    finalizers: rarely(fc.array(fc.constantFrom("example.com/f", "orphan"), { maxLength: 2 })),
    generation: rarely(fc.integer({ min: 0 })),
    uid: rarely(fc.constant("u")),
    resourceVersion: rarely(fc.constantFrom("", "0", "x", "1")),
    deletionTimestamp: rarely(fc.constantFrom(null, "2026-01-02T03:04:05Z")),
    managedFields: rarely(fc.constant([])),
    unknown: json,
  },
  { requiredKeys: [] },
);

/** Mostly `usual`, rarely any JSON value. */
function rarely(usual: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: json });
}

const spec = fc.record(
  { size: rarely(fc.integer()), o: rarely(fc.dictionary(keys(), json)), junk: json },
  { requiredKeys: [] },
);

const body = fc
  .record({ metadata, spec: rarely(spec), status: rarely(spec), rest: fc.dictionary(keys(), json, { maxKeys: 1 }) })
  .map(({ rest, ...parts }) => ({ ...rest, ...parts, apiVersion: "example.com/v1", kind: "Widget" }));

async function start() {
  const server = await startTestServer();
  const o = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  await defineWidgets(server, { size: { type: "integer", default: 1 }, o }, { subresources: { status: {} } });
  await server.send("POST", WIDGETS, { body: widget("w") });
  await server.send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
  return server;
}

/** Whether a 500 is expected: Kubernetes returns it in two cases of an invalid resourceVersion. */
function isForeseen(status: number, answer: JsonObject | undefined): boolean {
  return status < 500 || /resourceVersion should not be set|strconv.ParseUint/.test(String(answer?.message));
}

describe("a body of any JSON", () => {
  it("is stored and read back, or refused for a reason", async () => {
    const { send } = await start();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom("Warn", "Strict", "Ignore"), async (object, fieldValidation) => {
        const query = `?fieldValidation=${fieldValidation}`;
        const named = { ...object.metadata, name: `n${count++}` };
        for (const path of [WIDGETS, CONFIG_MAPS]) {
          const typed = path === WIDGETS ? object : { ...object, apiVersion: "v1", kind: "ConfigMap" };
          const created = await send("POST", path + query, { body: JSON.stringify({ ...typed, metadata: named }) });
          expect([created.text, isForeseen(created.status, created.json)]).toEqual([created.text, true]);
          if (created.status === 201) {
            const name = encodeURIComponent(String((created.json?.metadata as JsonObject | undefined)?.name));
            expect((await send("GET", `${path}/${name}`)).json).toEqual(created.json);
          }
        }
        for (const path of [`${WIDGETS}/w`, `${WIDGETS}/w/status`, `${CONFIG_MAPS}/c`]) {
          const name = path.startsWith(WIDGETS) ? "w" : "c";
          const [, version = ""] = /"resourceVersion":"(\d+)"/.exec((await send("GET", path)).text) ?? [];
          const seen = count % 2 === 0 ? { uid: "", resourceVersion: version } : {};
          const current = { ...object.metadata, name, ...seen };
          const updated = await send("PUT", path + query, { body: { ...object, metadata: current } as JsonObject });
          expect([updated.text, isForeseen(updated.status, updated.json)]).toEqual([updated.text, true]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
