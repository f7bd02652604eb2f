import { expect, it } from "vitest";
import type { ConsoleStory } from "./console-story.ts";
import { CONFIG_MAPS, DATABASES, database } from "./database-crd.ts";

export function describeHostility(story: ConsoleStory): void {
  it("shows markup and scripts as text, names of 253 characters, and a megabyte of YAML", async () => {
    const { page, show } = story.opened;
    const attack = `<img src=x onerror="alert(1)"><script>alert(2)</script>{{7*7}}"'\`</style><svg onload=alert(3)>`;
    const long = `${"long-".repeat(50)}ned`;
    const metadata = { name: long, namespace: "default", annotations: { "example.com/x": attack } };
    const data = { attack, __proto__: attack, big: `${attack}\n`.repeat(6_000) };
    await story.setting.admin.create(CONFIG_MAPS, { apiVersion: "v1", kind: "ConfigMap", metadata, data });
    await story.setting.admin.create(DATABASES, {
      ...database("hostile", story.isKiln),
      spec: { volume: attack, notes: JSON.parse(`{"__proto__": {"x": ${JSON.stringify(attack)}}, "html": "<b>"}`) },
    });
    await show("#/list/-/configmaps?namespace=default", `a[title="${long}"]`);
    await show(`#/object/-/configmaps/default/${long}`, ".cm-line");
    expect(await page.getByLabel("YAML of the object").textContent()).toContain("<img src=x onerror");
    await show(`#/object/-/configmaps/default/${long}?tab=form`, ".form");
    expect(await page.getByRole("textbox", { name: "data.attack" }).inputValue()).toBe(attack);
    for (const tab of ["form", "ownership", "tree", "events"]) {
      await show(`#/object/example.com/databases/default/hostile?tab=${tab}`, `#tab-${tab}[aria-selected=true]`);
    }
    await show("#/list/example.com/databases", ".grid-rows .grid-row");
    await page.getByText("<img src=x onerror").first().waitFor();
    expect(await page.locator("main img, main script, main svg[onload]").count()).toBe(0);
    const polluted = await page.evaluate("Object.hasOwn(Object.prototype, 'x')");
    expect(polluted).toBe(false);
  });

  it("lets no other page and no other program use the session", async () => {
    const origin = `http://127.0.0.1:${story.opened.console.port}`;
    const cookies = await story.opened.page.context().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict" }]);
    const answers = await Promise.all([
      fetch(`${origin}/cluster/api/v1/secrets`),
      fetch(`${origin}/cluster/api/v1/secrets`, {
        headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join() },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });
}
