import { asObject, textAt } from "@kiln/api";
import { expect, it } from "vitest";
import { until } from "../../serve/peer-process.ts";
import type { ConsoleStory } from "./console-story.ts";
import { DATABASES, database } from "./database-crd.ts";

const SERVICE_ACCOUNTS = { group: "", version: "v1", plural: "serviceaccounts", isNamespaced: true };
const RBAC = { group: "rbac.authorization.k8s.io", version: "v1", isNamespaced: false };
const ROLES = { ...RBAC, plural: "clusterroles" };
const BINDINGS = { ...RBAC, plural: "clusterrolebindings" };

export function describeOutages(story: ConsoleStory): void {
  it("says that the cluster is away, and goes on by itself with what changed meanwhile", async () => {
    const { page, show } = story.opened;
    await show("#/list/example.com/databases", ".grid-rows .grid-row");
    await page.getByText("● live").waitFor();
    story.setting.disconnect();
    await page.getByRole("alert").filter({ hasText: "The cluster does not answer" }).waitFor();
    await page.getByText("○ interrupted").waitFor();
    expect(await page.getByRole("link", { name: "orders" }).count()).toBe(1);
    await story.setting.admin.create(DATABASES, database("returns", story.isKiln));
    story.setting.reconnect();
    await page.getByRole("link", { name: "returns" }).waitFor();
    await page.getByText("● live").waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });

  it("refuses a link that was used, and a session that is not of this console", async () => {
    const link = story.opened.console.newLink();
    const first = await (await story.setting.browser.newContext()).newPage();
    await first.goto(link);
    await first.waitForSelector(".menu h2");
    const second = await (await story.setting.browser.newContext()).newPage();
    await second.goto(link);
    await second.getByRole("alert").filter({ hasText: "this link was used already" }).waitFor();
    const third = await (await story.setting.browser.newContext()).newPage();
    await third.goto(`http://127.0.0.1:${story.opened.console.port}/#/list/-/secrets`);
    await third.getByRole("alert").filter({ hasText: "this session has ended" }).waitFor();
    await Promise.all([first, second, third].map((page) => page.context().close()));
  });

  it("says that the cluster rejects the credentials once they are revoked", async () => {
    const token = await createToken(story, "reader");
    const reader = await story.setting.openConsole({ credentials: { token: async () => token } });
    await reader.show("#/list/-/configmaps?namespace=default", ".grid-rows .grid-row");
    await story.setting.admin.delete(SERVICE_ACCOUNTS, { namespace: "default", name: "reader" });
    const alert = reader.page.getByRole("alert").filter({ hasText: "401 Unauthorized" });
    // Kubernetes: a token counts for ten seconds after it was revoked (options/authentication.go NewBuiltInAuthenticationOptions, v1.36).
    await until("the token is rejected", async () => {
      story.setting.link.cut();
      await alert.waitFor({ timeout: 3_000 });
      return true;
    });
    expect(await reader.page.getByRole("link", { name: "settings" }).count()).toBe(1);
    const kept = await reader.page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])");
    expect(kept).not.toContain(token);
    await reader.page.context().close();
  }, 60_000);

  it("has the rights of the user, and says what the user may not do", async () => {
    const token = await createToken(story, "stranger", { mayView: false });
    const reader = await story.setting.openConsole({ credentials: { token: async () => token } });
    await reader.show("#/list/-/secrets", ".notice.bad");
    expect(await reader.page.locator(".notice.bad").textContent()).toContain("403 Forbidden");
    await reader.page.context().close();
  });
}

async function createToken({ setting }: ConsoleStory, name: string, { mayView = true } = {}): Promise<string> {
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace: "default" } };
  await setting.admin.create(SERVICE_ACCOUNTS, account);
  if (mayView) {
    await setting.admin.create(ROLES, {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }],
    });
    await setting.admin.create(BINDINGS, {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", name, namespace: "default" }],
    });
  }
  const request = {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    metadata: { name, namespace: "default" },
    spec: {},
  };
  const answer = await setting.admin.create(SERVICE_ACCOUNTS, request, { subresource: "token" });
  return textAt(asObject(answer.status), "token");
}
