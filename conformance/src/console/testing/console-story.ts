import { type JsonObject, objectAt } from "@kiln/api";
import type { Locator } from "playwright-core";
import { DATABASES } from "./database-crd.ts";
import type { ConsoleSetting, OpenedConsole } from "./open-console.ts";

/** State that the chapters share. The first two fields are set once the tests run. */
export interface ConsoleStory {
  setting: ConsoleSetting;
  opened: OpenedConsole;
  /** Whether the server supports immutable fields, unions and forks. */
  readonly isKiln: boolean;
  /** Number of objects in the long list. */
  readonly many: number;
}

export async function getSpec({ setting }: ConsoleStory, name: string): Promise<JsonObject> {
  return objectAt(await setting.admin.get(DATABASES, { namespace: "default", name }), "spec");
}

export function fieldOf({ opened }: ConsoleStory, path: string): Locator {
  return opened.page.locator(`[data-field="${path}"]`);
}

/** Opens the dialog with the dry run. */
export async function review({ opened: { page } }: ConsoleStory): Promise<void> {
  await page.getByRole("button", { name: "Review …" }).click();
  await page.getByRole("dialog", { name: "Review the change" }).waitFor();
}

export function small(name: string): JsonObject {
  const metadata = { name, namespace: "many" };
  return { apiVersion: "example.com/v1", kind: "Database", metadata, spec: { volume: `volume-of-${name}` } };
}
