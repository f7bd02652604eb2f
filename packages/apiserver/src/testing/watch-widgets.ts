import type { JsonObject } from "@kiln/api";
import { defineWidgets, WIDGETS, widget } from "./define-widgets.ts";
import { printEvent, readWatch, type WatchReader } from "./read-watch.ts";
import { startTestServer, type TestAnswer, type TestRequest, type TestServer } from "./start-test-server.ts";

export const PROPERTIES: JsonObject = { color: { type: "string" } };
export const SELECTABLE: JsonObject = { selectableFields: [{ jsonPath: ".spec.color" }] };

export async function startWidgets(): Promise<TestServer> {
  const server = await startTestServer();
  await defineWidgets(server, PROPERTIES, SELECTABLE);
  return server;
}

export async function openWatch(server: TestServer, target: string, request?: TestRequest): Promise<WatchReader> {
  return readWatch(await server.open("GET", target, request));
}

/** Creates a widget and returns its resourceVersion. */
export async function createWidget(
  server: TestServer,
  name: string,
  labels: JsonObject = {},
  color = "red",
): Promise<string> {
  const body = { ...widget(name, { spec: { color } }), metadata: { name, labels } };
  return versionOf(await server.send("POST", WIDGETS, { body }));
}

export async function patchWidget(server: TestServer, name: string, body: JsonObject): Promise<string> {
  const headers = { "content-type": "application/merge-patch+json" };
  return versionOf(await server.send("PATCH", `${WIDGETS}/${name}`, { body, headers }));
}

export function versionOf({ status, text, json }: TestAnswer): string {
  if (status >= 300) {
    throw new Error(text);
  }
  return String((json?.metadata as JsonObject | undefined)?.resourceVersion);
}

export async function takeEvents(reader: WatchReader, count: number): Promise<string[]> {
  return (await reader.take(count)).map(printEvent);
}
