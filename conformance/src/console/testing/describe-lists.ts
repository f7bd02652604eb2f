import { expect, it } from "vitest";
import { type ConsoleStory, small } from "./console-story.ts";
import { DATABASES } from "./database-crd.ts";
import { takePicture } from "./take-picture.ts";

export function describeLists(story: ConsoleStory): void {
  it(`scrolls a list of ${story.many} objects with few rows in the document, and follows changes`, async () => {
    const { page, show } = story.opened;
    await createMany(story);
    await show("#/list/example.com/databases?namespace=many", ".grid-rows .grid-row");
    await page.getByText(`${story.many} objects`, { exact: true }).waitFor();
    await page.getByText("● live").waitFor();
    const grid = page.getByRole("grid", { name: "databases" });
    expect(await grid.getAttribute("aria-rowcount")).toBe(String(story.many + 1));
    await takePicture(story, "list");
    await grid.focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: objectName(story.many - 1) }).waitFor();
    expect(await page.locator(".grid-rows .grid-row").count()).toBeLessThan(100);

    await story.setting.admin.create(DATABASES, small("zzz"));
    await page.getByText(`${story.many + 1} objects`, { exact: true }).waitFor();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "zzz" }).waitFor();
    await story.setting.admin.delete(DATABASES, { namespace: "many", name: "zzz" });
    await page.getByRole("link", { name: "zzz" }).waitFor({ state: "detached" });

    await page.keyboard.press("/");
    await page.keyboard.type("object-00042");
    await page.getByText(`1 of ${story.many} objects`).waitFor();
    await grid.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "many / object-00042" }).waitFor();
  }, 120_000);
}

async function createMany({ setting, many }: ConsoleStory): Promise<void> {
  const namespaces = { group: "", version: "v1", plural: "namespaces", isNamespaced: false };
  await setting.admin.create(namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name: "many" } });
  const names = Array.from({ length: many }, (_, index) => objectName(index));
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      await setting.admin.create(DATABASES, small(name));
    }
  };
  await Promise.all(Array.from({ length: 48 }, work));
}

function objectName(index: number): string {
  return `object-${String(index).padStart(5, "0")}`;
}
