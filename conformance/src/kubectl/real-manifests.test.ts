import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { createKubectl, type Kubectl } from "./run-kubectl.ts";
import { shop } from "./shop.ts";

const program = findProgram("kubectl");

const KINDS =
  "serviceaccounts,roles,rolebindings,configmaps,secrets,services,deployments,statefulsets,cronjobs,ingresses," +
  "networkpolicies,poddisruptionbudgets,horizontalpodautoscalers";

describe.skipIf(program === undefined)("kubectl with what people really deploy", () => {
  let server: ServeProcess;
  let kubectl: Kubectl;
  beforeAll(async () => {
    // Only kubectl writes: controllers are off, and tested elsewhere.
    server = await startServeProcess(["--store", "memory"]);
    kubectl = createKubectl(program as string, server);
  }, 60_000);
  afterAll(() => server?.close());

  /** `kind/name resourceVersion` of everything that belongs to the shop. */
  const versions = async (): Promise<string[]> => {
    const template = '{range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}{"\\n"}{end}';
    const said = await kubectl(`get ${KINDS} -l app=shop -o 'jsonpath=${template}'`);
    return said.trim().split("\n").sort();
  };

  it("applies it on the client's side, and again without a change", async () => {
    const first = await kubectl("apply -f -", { input: shop("shop:1") });
    expect(first.trim().split("\n")).toHaveLength(13);
    const before = await versions();
    expect(before).toHaveLength(13);
    // To kubectl some of it differs each time, such as a Secret given as text; to the server none of it does.
    const again = await kubectl("apply -f -", { input: shop("shop:1") });
    expect(again.match(/ unchanged$/gm)).toHaveLength(9);
    expect(await versions()).toEqual(before);
  }, 60_000);

  it("goes over to the server's side with the conflicts that Kubernetes has, and says that nothing differs", async () => {
    const { stderr } = await kubectl.run("apply --server-side -f -", { input: shop("shop:1") });
    // Fields that are changed as a whole, and have defaults inside: what was applied is not what is there.
    expect(stderr.match(/conflict with "kubectl-client-side-apply" using .*/g)).toEqual([
      'conflict with "kubectl-client-side-apply" using apps/v1: .spec.template.spec.containers[name="web"].env[name="NODE"].valueFrom.fieldRef',
      'conflict with "kubectl-client-side-apply" using apps/v1: .spec.volumeClaimTemplates',
      'conflict with "kubectl-client-side-apply" using networking.k8s.io/v1: .spec.ingress',
    ]);
    const said = await kubectl("apply --server-side --force-conflicts -f -", { input: shop("shop:1") });
    expect(said.match(/ serverside-applied$/gm)).toHaveLength(13);
    const before = await versions();
    await kubectl("apply --server-side -f -", { input: shop("shop:1") });
    expect(await versions()).toEqual(before);
    const differs = await kubectl.run("diff --server-side -f -", { input: shop("shop:1") });
    expect(differs).toMatchObject({ code: 0, stdout: "" });
  }, 60_000);

  it("shows what another image would change, changes that alone, and tells whose field it is", async () => {
    const differs = await kubectl.run("diff --server-side -f -", { input: shop("shop:2") });
    expect(differs.code).toBe(1);
    expect(differs.stdout).toMatch(/-\s+image: shop:1\n\+\s+image: shop:2/);
    const before = await versions();
    await kubectl("apply --server-side -f -", { input: shop("shop:2") });
    const changed = (await versions()).filter((each) => !before.includes(each)).map((each) => each.split(" ")[0]);
    expect(changed).toEqual(["CronJob/shop-report", "Deployment/shop"]);
    await kubectl("set image deployment/shop web=shop:3");
    const refused = await kubectl.run("apply --server-side -f -", { input: shop("shop:4") });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Apply failed with 1 conflict: conflict with "kubectl-set" using apps/v1');
    expect(refused.stderr).toContain('.spec.template.spec.containers[name="web"].image');
    await kubectl("apply --server-side --force-conflicts -f -", { input: shop("shop:4") });
    expect(await kubectl("get deployment shop -o jsonpath={.spec.template.spec.containers[0].image}")).toBe("shop:4");
  }, 60_000);

  it("takes it all away again", async () => {
    await kubectl("delete -f -", { input: shop("shop:4") });
    expect(await kubectl(`get ${KINDS} -l app=shop -o name`)).toBe("");
  }, 60_000);
});
