import { expect, it } from "vitest";
import { until } from "../../serve/peer-process.ts";
import { type ConsoleStory, small } from "./console-story.ts";
import { DATABASES } from "./database-crd.ts";
import { takePicture } from "./take-picture.ts";

export function describeReaders(story: ConsoleStory): void {
  it("goes anywhere by keys alone", async () => {
    const { page, show } = story.opened;
    await show("#/", ".home-kinds");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("db orders");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "default / orders" }).waitFor();
    await page.locator("#tab-yaml").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("#tab-form[aria-selected=true]");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("gives every control an accessible name, on every page", async () => {
    const { page, show } = story.opened;
    const pages = [
      ["#/", ".home-kinds"],
      ["#/list/example.com/databases", ".grid-rows .grid-row"],
      ["#/object/example.com/databases/default/orders", ".cm-line"],
      ["#/object/example.com/databases/default/orders?tab=form", ".form"],
      ["#/object/example.com/databases/default/orders?tab=ownership", ".entries"],
      ["#/create/example.com/databases", ".form"],
      ["#/feed", ".page-head"],
      ["#/metrics", ".plot"],
    ] as const;
    for (const [route, selector] of pages) {
      await show(route, selector);
      const snapshot = await page.locator("body").ariaSnapshot();
      const nameless = snapshot
        .split("\n")
        .filter((line) => /^\s*- (button|link|textbox|combobox|radio|searchbox)(:|$)/.test(line));
      expect([route, nameless.filter((line) => !/: \S/.test(line))]).toEqual([route, []]);
    }
  });

  it("plots requests, latencies and watches, and feeds what changes", async () => {
    const { page, show } = story.opened;
    await show("#/metrics", ".plot");
    expect(await page.locator(".plot h2").allTextContents()).toEqual(["Requests", "Latency", "Watches", "Memory"]);
    await show("#/feed", ".page-head");
    const line = page.locator(".feed li").filter({ hasText: "fresh" }).filter({ hasText: "created" });
    let count = 0;
    await until("a change is in the feed", async () => {
      count++;
      await story.setting.admin.create(DATABASES, small(`fresh-${count}`));
      const place = { namespace: "many", name: `fresh-${count}` };
      await story.setting.admin.patch(DATABASES, place, { type: "merge", body: { spec: { keep: 1 + (count % 7) } } });
      await story.setting.admin.delete(DATABASES, place);
      return (await line.count()) > 0;
    });
    expect(await line.first().textContent()).toMatch(/created.*Database.*fresh.*in many.*by test-admin/);
    await takePicture(story, "feed");
  });

  it("is readable on a phone and in the dark", async () => {
    const { page, show } = story.opened;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await show("#/object/example.com/databases/default/orders?tab=form", ".form");
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(390);
    await takePicture(story, "phone");
    await page.getByRole("button", { name: "Kinds" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "Database" }).click();
    await page.getByRole("heading", { name: "Database" }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await show("#/object/example.com/databases/default/orders", ".cm-line");
    await takePicture(story, "dark");
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  });
}
