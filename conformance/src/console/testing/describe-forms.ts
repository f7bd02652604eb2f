import { objectAt } from "@kiln/api";
import { expect, it } from "vitest";
import { type ConsoleStory, fieldOf, getSpec, review } from "./console-story.ts";
import { takePicture } from "./take-picture.ts";

export function describeForms(story: ConsoleStory): void {
  it("locks immutable fields with the reason, shows defaults as such, and checks rules before sending", async () => {
    const { page, show } = story.opened;
    await show("#/object/example.com/databases/default/orders?tab=form", ".choice");
    const reason = story.isKiln ? "Immutable: stays as it was set" : "Immutable by a rule: self == oldSelf";
    await expectLocked(story, "spec.volume", reason);
    await expectLocked(story, "spec.zone", "Immutable by a rule: a database cannot move");
    expect(await fieldOf(story, "spec.limit").locator(".badge").first().textContent()).toContain("default");
    await page.getByRole("textbox", { name: "spec.keep" }).fill("31");
    await page.getByText("1 error: spec").waitFor();
    expect(await page.getByText("keep must not exceed limit").count()).toBeGreaterThan(0);
    await page.getByRole("textbox", { name: "spec.keep" }).fill("9");
    await page.getByText("✓ schema and rules hold").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
  });

  it("shows a union as a choice and what it clears, and applies it after a dry run", async () => {
    const { page } = story.opened;
    const choice = page.getByRole("group", { name: /^spec\.target: one of/ });
    await choice.getByLabel(story.isKiln ? "Directory" : "directory", { exact: true }).check();
    expect(await choice.locator(".cleared").textContent()).toContain("bucket: backups-eu");
    await page.getByRole("textbox", { name: "spec.target.directory" }).fill("/backups");
    await takePicture(story, "form");
    await page.getByLabel("How to send the change").selectOption("update");
    await review(story);
    const diff = page.getByLabel("What the change does to the object");
    await diff.waitFor();
    expect(await diff.textContent()).toContain("-    bucket: backups-eu");
    expect(await diff.textContent()).toContain("+    directory: /backups");
    await takePicture(story, "review");
    expect(objectAt(await getSpec(story, "orders"), "target").bucket).toBe("backups-eu");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const target = objectAt(await getSpec(story, "orders"), "target");
    expect(target).toEqual(story.isKiln ? { type: "Directory", directory: "/backups" } : { directory: "/backups" });
  });

  it("creates an object from a form, and shows the server's refusal at its field", async () => {
    const { page, show } = story.opened;
    await show("#/create/example.com/databases", ".form");
    await page.getByRole("button", { name: "Fill in required fields" }).click();
    await page.getByRole("textbox", { name: "metadata.name", exact: true }).fill("Not A Name");
    await page.getByRole("textbox", { name: "spec.volume" }).fill("data-1");
    await review(story);
    await page.getByRole("alert").filter({ hasText: "metadata.name" }).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("textbox", { name: "metadata.name", exact: true }).fill("carts");
    await review(story);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "default / carts" }).waitFor();
    expect((await getSpec(story, "carts")).volume).toBe("data-1");
  });
}

async function expectLocked(story: ConsoleStory, path: string, reason: string): Promise<void> {
  expect(await fieldOf(story, path).locator(".lock").first().textContent()).toBe(reason);
  expect(await fieldOf(story, path).locator("input").isDisabled()).toBe(true);
}
