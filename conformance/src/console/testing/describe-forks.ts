import { expect, it } from "vitest";
import { until } from "../../serve/peer-process.ts";
import { type ConsoleStory, getSpec, review } from "./console-story.ts";
import { takePicture } from "./take-picture.ts";

export function describeForks(story: ConsoleStory): void {
  it.runIf(story.isKiln)("forks the cluster, shows a change in the fork and its diff, and resets it", async () => {
    const { page, show } = story.opened;
    await show("#/testing", ".forks");
    await page.getByLabel("Name of the new fork").fill("trial");
    await page.getByRole("button", { name: "Fork the base" }).click();
    await page.getByRole("button", { name: "Show fork trial" }).click();
    await page.waitForSelector(".in-fork");
    await show("#/object/example.com/databases/default/orders?fork=trial&tab=form", ".form");
    await page.getByRole("textbox", { name: "spec.keep" }).fill("12");
    await page.getByLabel("How to send the change").selectOption("update");
    await review(story);
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await getSpec(story, "orders")).keep).toBe(7);

    await show("#/testing?fork=trial", ".forks");
    await page.getByRole("button", { name: "What changed in fork trial" }).click();
    const diff = page.getByLabel("Change of example.com/databases/default/orders");
    await diff.waitFor();
    expect(await diff.textContent()).toContain("-  keep: 7");
    expect(await diff.textContent()).toContain("+  keep: 12");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("stopped").waitFor();
    await page.getByRole("button", { name: "+ 1 hour" }).click();
    await page.getByRole("button", { name: "+ 503 for creates" }).click();
    await page.getByRole("button", { name: "Delete fault busy" }).waitFor();
    await takePicture(story, "forks");
    await page.getByRole("button", { name: "Reset fork trial" }).click();
    await until("the fork is reset", async () => {
      await page.getByRole("button", { name: "What changed in fork trial" }).click();
      return (await page.getByText("Nothing changed in trial").count()) > 0;
    });
    await page.getByRole("button", { name: "Delete fork trial" }).click();
    await page.getByRole("button", { name: "Show fork trial" }).waitFor({ state: "detached" });
    await show("#/", ".home-kinds");
    await takePicture(story, "home");
  });

  it.runIf(!story.isKiln)("shows no forks on a server that has none", async () => {
    await story.opened.show("#/", ".home-kinds");
    expect(await story.opened.page.getByRole("link", { name: "Forks, clock, faults" }).count()).toBe(0);
    expect(await story.opened.page.getByLabel("Cluster", { exact: true }).count()).toBe(0);
  });
}
