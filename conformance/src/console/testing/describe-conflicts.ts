import type { JsonObject } from "@kiln/api";
import { expect, it } from "vitest";
import { type ConsoleStory, review } from "./console-story.ts";
import { CONFIG_MAPS } from "./database-crd.ts";
import { takePicture } from "./take-picture.ts";

export function describeConflicts(story: ConsoleStory): void {
  it("shows the fields of two managers in their colors, and a conflict before it takes one", async () => {
    const { page, show } = story.opened;
    await apply(story, "helm", { color: "blue", size: "3" });
    await apply(story, "argocd", { mode: "fast" });
    await show("#/object/-/configmaps/default/settings?tab=ownership", ".entries");
    const entries = page.getByRole("list", { name: "Who did what" }).getByRole("listitem");
    expect((await page.locator(".entry-name").allTextContents()).sort()).toEqual(["argocd", "helm"]);
    expect(await entries.filter({ hasText: "helm" }).textContent()).toContain("data.color");
    const gutter = page.locator(".cm-owners .owner-letter");
    // helm owns color and size; argocd owns mode between them.
    expect((await gutter.allTextContents()).join("")).toMatch(/^(ABA|BAB)$/);
    const badges = 'document.querySelector(".yaml-editor").shadowRoot.querySelectorAll(".owner-letter")';
    const colors = await page.evaluate(`[...${badges}].map((badge) => getComputedStyle(badge).backgroundColor)`);
    expect(new Set(colors as string[]).size).toBe(2);
    await takePicture(story, "ownership");

    await show("#/object/-/configmaps/default/settings?tab=form", ".form");
    await page.getByRole("textbox", { name: "data.color" }).fill("red");
    await page.getByLabel("How to send the change").selectOption("apply");
    await review(story);
    const conflict = page.locator(".conflict");
    await conflict.waitFor();
    expect(await conflict.textContent()).toContain("data.color is owned by helm");
    const owner = await page.locator(".conflict .owner-letter").textContent();
    expect(owner).toMatch(/^[AB]$/);
    await takePicture(story, "conflict");
    await page.getByRole("button", { name: "Take these fields" }).click();
    await page.getByText("takes fields of other managers").waitFor();
    await page.getByRole("button", { name: "Take the fields and apply" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await show("#/object/-/configmaps/default/settings?tab=ownership", ".entries");
    await page.locator(".entry-name", { hasText: "kiln-console" }).waitFor();
    const { data } = await story.setting.admin.get(CONFIG_MAPS, { namespace: "default", name: "settings" });
    expect(data).toEqual({ color: "red", size: "3", mode: "fast" });
  });
}

async function apply(story: ConsoleStory, manager: string, data: JsonObject): Promise<void> {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data };
  const place = { namespace: "default", name: "settings" };
  await story.setting.admin.patch(CONFIG_MAPS, place, { type: "apply", body }, { fieldManager: manager });
}
