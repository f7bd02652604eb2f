import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { mustHavePrograms } from "../serve/find-program.ts";
import { hostileState } from "./testing/hostile-state.ts";
import { buildPage, findChromium, type OpenedPages, openPages, type PageOptions } from "./testing/open-page.ts";
import { printFragment } from "./testing/print-fragment.ts";
import { readWalk } from "./testing/read-walk.ts";

/** The part of a browser's global object that is read here. */
interface Window {
  readonly location: { readonly hash: string };
}

const program = findChromium();
const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

it.runIf(mustHavePrograms())("finds a chromium to drive", () => {
  expect(program).toBeDefined();
});

describe.skipIf(program === undefined)("the playground in chromium (skipped where there is none on PATH)", () => {
  const folder = mkdtempSync(join(tmpdir(), "kiln-playground-"));
  let pages: OpenedPages;
  let page: Page;

  beforeAll(async () => {
    buildPage(file("packages/playground"), folder);
    pages = await openPages(folder, String(program));
  }, 180_000);

  afterEach(async () => {
    await page?.close();
    expect(pages.faults).toEqual([]);
  });

  afterAll(async () => {
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: PageOptions = {}): Promise<void> {
    page = await pages.open(options);
    await status().waitFor();
  }

  const status = () => page.locator('[data-pane="result"] [data-verdict]');
  const pane = (name: string) => page.locator(`[data-pane="${name}"]`);
  const tab = (number: number) => page.getByRole("tab").nth(number - 1);
  const choose = (title: string) => page.getByLabel("Example").selectOption({ label: title });

  /** Waits for this outcome: the page shows the outcome of each key a moment after it. */
  async function expectStatus(text: string): Promise<void> {
    await status().filter({ hasText: text }).waitFor();
  }

  /** Pictures for the docs, where KILN_PICTURES asks for them. */
  async function takePicture(name: string): Promise<void> {
    if (process.env.KILN_PICTURES) {
      await page.mouse.move(0, 0);
      await page.screenshot({ path: file(`docs/images/${name}.png`) });
    }
  }

  async function run(command: string): Promise<string> {
    const input = page.getByRole("textbox", { name: "Command" });
    await input.fill("clear");
    await input.press("Enter");
    await input.fill(command);
    await input.press("Enter");
    await page.getByText("$", { exact: true }).waitFor();
    const log = await page.getByRole("log").textContent();
    return String(log).slice(`$ ${command}\n`.length);
  }

  it("plays the walk of README.md, in the editors and in the terminal", async () => {
    await open();
    await expectStatus("201 Created");
    await pane("result").getByText("spec.keep is defaulted to 7").waitFor();
    expect(await pane("result").locator(".mark-defaulted").textContent()).toBe("keep: 7");
    await tab(2).click();
    await pane("result").getByText("union spec.target: directory wins").waitFor();
    await takePicture("playground");
    await tab(3).click();
    await expectStatus("422 Invalid");
    await pane("object").locator(".cm-lintRange-error").getByText("volume").waitFor();
    await run("kubectl delete crd backups.example.com");
    for (const [command, output] of readWalk(readFileSync(file("README.md"), "utf8"))) {
      expect(await run(command)).toBe(output);
    }
  });

  it("marks errors, lint and pruned fields as one types", async () => {
    await open();
    await pane("object").locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("  extra: 1");
    await pane("result").getByText("spec.extra is pruned").waitFor();
    expect(await pane("object").locator(".mark-pruned").allTextContents()).toEqual(["extra: 1"]);
    await page.getByRole("button", { name: /pruned/ }).click();
    await pane("crd").locator(".cm-line", { hasText: "type: integer" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type("s");
    await pane("crd").locator("[data-verdict=refused]").waitFor();
    await pane("crd").locator(".cm-lintRange-error").first().waitFor();
    await expectStatus("not sent: the CRD is refused");
    await choose("A CRD with mistakes");
    await pane("crd")
      .getByText(/lint findings?/)
      .waitFor();
  });

  it("completes fields from the schema and describes them under the pointer", async () => {
    await open();
    await pane("object").locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("  ke");
    await pane("object").getByRole("option", { name: /keep/ }).click();
    await page.keyboard.type("3");
    await pane("object").locator(".cm-line", { hasText: "keep: 3" }).waitFor();
    await pane("object").getByText("volume", { exact: true }).hover();
    await pane("object").getByText("immutable: stays as it was set").waitFor();
  });

  it("shows the conflict of two managers and their colors", async () => {
    await open({ isDark: true });
    await choose("A conflict of two managers");
    await tab(2).click();
    await expectStatus("409 Conflict");
    await pane("result").getByText('conflict with "team"').waitFor();
    await pane("object").locator(".mark-conflict").getByText("replicas").waitFor();
    await takePicture("playground-conflict");
    await page.getByRole("checkbox", { name: "force" }).check();
    await expectStatus("200 OK");
    const line = pane("result").locator(".cm-line", { hasText: "replicas: 5" });
    await line.waitFor();
    const letters = pane("result").locator(".cm-owners .owner-letter");
    expect(new Set(await letters.allTextContents())).toEqual(new Set(["A", "B"]));
    await page.getByRole("button", { name: "autoscaler" }).hover();
    await pane("result").locator(".cm-line.is-shown", { hasText: "replicas: 5" }).waitFor();
    await pane("result").locator(".cm-line", { hasText: "image:" }).hover();
    await pane("result").locator(".cm-line.is-shown", { hasText: "image:" }).waitFor();
    const colorOf = (text: string) =>
      pane("result")
        .locator(".cm-line", { hasText: text })
        .evaluate((element) => element.computedStyleMap().get("--owner")?.toString());
    expect(await colorOf("replicas: 5")).not.toBe(await colorOf("image:"));
  });

  it("carries the whole state in the link", async () => {
    await open();
    await page.waitForFunction("location.hash.length > 100");
    const before = await page.evaluate("location.hash");
    await choose("CEL rules");
    await tab(2).click();
    await expectStatus("422 Invalid");
    await page.waitForFunction((first) => (globalThis as unknown as Window).location.hash !== first, before);
    const fragment = await page.evaluate("location.hash");
    await page.close();
    await open({ fragment: String(fragment) });
    await pane("crd").getByText("quotas.example.com").waitFor();
    expect(await page.getByRole("tab").count()).toBe(3);
  });

  it("shows a hostile object as text", async () => {
    const state = hostileState();
    await open({ fragment: printFragment(state) });
    await expectStatus("201 Created");
    await pane("result").getByText("<img src=x onerror=").first().waitFor();
    await page.getByRole("button", { name: "managedFields" }).click();
    expect(await run("kubectl get things")).toContain("a".repeat(253));
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await page.locator("img, iframe, object, embed").count()).toBe(0);
  });

  it("goes on after a megabyte of YAML", async () => {
    const rows = Array.from({ length: 16_000 }, (_, index) => `  field-${index}: ${"x".repeat(48)}\n`).join("");
    const { steps, ...rest } = hostileState();
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: large}\ndata:\n${rows}`;
    await open({ fragment: printFragment({ ...rest, steps: [{ ...steps[0], text } as (typeof steps)[0]] }) });
    await expectStatus("201 Created");
    await choose("The first walk");
    await pane("result").getByText("spec.keep is defaulted to 7").waitFor();
  });

  it("has a name for every control, and moves between panes by F6", async () => {
    await open({ width: 390, height: 844 });
    await takePicture("playground-phone");
    const nameless = await page.evaluate(`[...document.querySelectorAll("button, select, input, [role=tab]")]
      .filter((element) => !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length))
      .map((element) => element.outerHTML)`);
    expect(nameless).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const focused = () => page.evaluate("document.activeElement.closest('[data-pane]')?.dataset.pane");
    const seen = [];
    for (let count = 0; count < 4; count++) {
      await page.keyboard.press("F6");
      seen.push(await focused());
    }
    expect(seen).toEqual(["crd", "object", "result", "terminal"]);
  });
});
