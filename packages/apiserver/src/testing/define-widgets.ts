import type { JsonObject, JsonValue } from "@kiln/api";
import type { TestServer } from "./start-test-server.ts";

export const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";
export const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A definition of Widgets in example.com, served as v1, with these properties of `spec`. */
export function widgetDefinition(properties: JsonObject, version: JsonObject = {}): JsonObject {
  const spec: JsonValue = { type: "object", properties };
  const status: JsonValue = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
          ...version,
        },
      ],
    },
  };
}

/** Makes a server know Widgets; throws if it does not want to. */
export async function defineWidgets(server: TestServer, properties: JsonObject, version?: JsonObject): Promise<void> {
  const answer = await server.send("POST", DEFINITIONS, { body: widgetDefinition(properties, version) });
  if (answer.status !== 201) {
    throw new Error(answer.text);
  }
}

export function widget(name: string, rest: JsonObject = {}): JsonObject {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { name }, ...rest };
}
