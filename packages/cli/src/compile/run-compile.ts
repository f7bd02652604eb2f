import { type JsonObject, printYaml } from "@kiln/api";
import {
  annotateDefinition,
  type CompiledPolicies,
  compilePolicies,
  compileRules,
  type Finding,
  readDefinition,
} from "@kiln/guard";
import { UsageError } from "../command.ts";
import { rejectInvalid } from "../definitions/reject-invalid.ts";
import { disk, type Manifest, readManifests } from "../manifests/manifest.ts";
import type { CompileOptions } from "./compile-options.ts";

/** Exit code 0: everything is enforced; 1: a part is not, and nothing is printed unless --partial is given. */
export async function runCompile(options: CompileOptions): Promise<number> {
  const definitions = readManifests(options.inputs, disk).filter(({ object }) => isDefinition(object));
  if (definitions.length === 0) {
    throw new UsageError(
      `there is no CustomResourceDefinition of apiextensions.k8s.io/v1 in ${options.inputs.join(", ")}`,
    );
  }
  if (await rejectInvalid(definitions)) {
    process.stderr.write("nothing was compiled\n");
    return 1;
  }
  const compiled = definitions.map((manifest) => compileOne(manifest, options));
  for (const { name, faults, findings } of compiled) {
    process.stderr.write(printReport(name, faults, findings));
  }
  const isWhole = compiled.every(
    ({ faults, findings }) => faults.length === 0 && findings.every(({ kind }) => kind !== "lost"),
  );
  const isFaulty = compiled.some(({ faults }) => faults.length > 0);
  if (isFaulty || (!isWhole && !options.isPartial)) {
    process.stderr.write(isFaulty ? "nothing was compiled\n" : "nothing was compiled; --partial compiles the rest\n");
    return 1;
  }
  process.stdout.write(
    compiled.flatMap(({ objects }) => objects.map((object) => `---\n${printYaml(object)}`)).join(""),
  );
  return 0;
}

function isDefinition({ apiVersion, kind }: JsonObject): boolean {
  return kind === "CustomResourceDefinition" && apiVersion === "apiextensions.k8s.io/v1";
}

interface Compiled extends CompiledPolicies {
  readonly name: string;
  readonly faults: readonly string[];
}

function compileOne({ object }: Manifest, { target, kubernetes }: CompileOptions): Compiled {
  const { definition, faults } = readDefinition(object);
  const { name } = definition;
  switch (faults.length > 0 ? "nothing" : target) {
    case "policies":
      return { name, faults, ...compilePolicies(definition, { kubernetes }) };
    case "rules":
      return { name, faults, ...compileRules(definition, object, { kubernetes }) };
    case "annotation":
      return { name, faults, objects: [annotateDefinition(object)], findings: [] };
    default:
      return { name, faults, objects: [], findings: [] };
  }
}

const WORDS: Readonly<Record<Finding["kind"], string>> = {
  lost: "not enforced",
  stricter: "stricter than the mark",
  different: "another outcome",
  untold: "no warning",
};

function printReport(name: string, faults: readonly string[], findings: readonly Finding[]): string {
  const lines = [
    ...faults.map((fault) => `error: ${fault}`),
    ...findings.map(({ kind, place, reason }) => `${WORDS[kind]}: ${place}: ${reason}`),
  ];
  return [...new Set(lines)].map((line) => `${name}: ${line}\n`).join("");
}
