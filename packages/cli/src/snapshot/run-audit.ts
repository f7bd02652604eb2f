import { audit, type InvalidObject, printViolations } from "@kiln/snapshot";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { gatherOutput } from "../report/gather-output.ts";
import { withClient } from "./cluster-client.ts";

/** Exit code 0 if all objects are valid, 1 if one is not. */
export async function runAudit(args: readonly string[]): Promise<number> {
  const {
    kubeconfig,
    context,
    output = "text",
  } = parseFlags({
    args: [...args],
    options: { kubeconfig: { type: "string" }, context: { type: "string" }, output: { type: "string" } },
  }).values;
  if (output !== "text" && output !== "json") {
    throw new UsageError(`--output is text or json, not "${output}"`);
  }
  const print = output === "json" ? printJson : printText;
  return withClient({ kubeconfig, context }, async (client) => {
    const lines = gatherOutput();
    const { objects, invalid } = await audit(client, {
      onInvalid: (object) => lines.write(print(object)),
      onProgress: ({ kind, done, invalid: found }) => {
        lines.flush();
        process.stderr.write(`${kind}: ${done} read, ${found} invalid\n`);
      },
    }).finally(() => lines.flush());
    process.stderr.write(invalid === 0 ? `all ${objects} are valid\n` : `${invalid} of ${objects} are invalid\n`);
    return invalid === 0 ? 0 : 1;
  });
}

function printText({ kind, namespace, name, violations, isLabelled }: InvalidObject): string {
  const place = namespace === "" ? name : `${namespace}/${name}`;
  return `${kind} ${place}: ${printViolations(violations)}${isLabelled ? "" : " (not labelled yet)"}\n`;
}

function printJson(object: InvalidObject): string {
  return `${JSON.stringify(object)}\n`;
}
