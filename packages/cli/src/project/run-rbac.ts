import { readFileSync } from "node:fs";
import { readProjectSettings, toRbac } from "@kiln/agent/project";
import { printYaml } from "@kiln/api";
import { parseProjectFlags } from "./parse-project-flags.ts";
import { asUsage } from "./run-project.ts";

const OWN_FLAG = /^--(account|account-namespace)=(.+)$/;

/** Prints the service account and the RBAC rules that a projector with the same flags needs. Contacts no cluster. */
export async function runRbac(args: readonly string[]): Promise<number> {
  const own = new Map(
    args.flatMap((arg) => (OWN_FLAG.test(arg) ? [OWN_FLAG.exec(arg)?.slice(1) as [string, string]] : [])),
  );
  const name = own.get("account") ?? "kiln-project";
  const namespace = own.get("account-namespace") ?? "default";
  const values = parseProjectFlags(
    args.filter((arg) => !OWN_FLAG.test(arg)),
    process.env,
  );
  const surroundings = { namespace, readFile: (path: string) => readFileSync(path, "utf8") };
  const config = asUsage(() => readProjectSettings(values, surroundings));
  process.stdout.write(
    toRbac({ config, name, namespace })
      .map((object) => printYaml(object))
      .join("---\n"),
  );
  return 0;
}
