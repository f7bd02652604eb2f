import type { JsonObject, JsonValue } from "@kiln/api";
import { DEFINITIONS, definition } from "./definitions.ts";
import type { TestServer } from "./start-test-server.ts";

export const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

/** CRD of Widgets in example.com, served as v1, with these properties of `spec`. */
export function widgetDefinition(properties: JsonObject, version: JsonObject = {}): JsonObject {
  const spec: JsonValue = { type: "object", properties };
  const status: JsonValue = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec, status } } };
  return definition({
    names: { singular: "widget", listKind: "WidgetList" },
    versions: [{ name: "v1", served: true, storage: true, schema, ...version }],
  });
}

/** Creates the CRD of Widgets; throws if the server rejects it. */
export async function defineWidgets(server: TestServer, properties: JsonObject, version?: JsonObject): Promise<void> {
  const answer = await server.send("POST", DEFINITIONS, { body: widgetDefinition(properties, version) });
  if (answer.status !== 201) {
    throw new Error(answer.text);
  }
}

export function widget(name: string, rest: JsonObject = {}): JsonObject {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { name }, ...rest };
}
