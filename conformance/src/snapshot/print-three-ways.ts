import type { VectorCase } from "../vectors/vector-file.ts";
import type { Way, WayVerdict } from "./ways.ts";

/** Ways that the page compares. */
export type ComparedWay = Extract<Way, "webhook" | "cel" | "marks">;

const WAYS: readonly ComparedWay[] = ["webhook", "cel", "marks"];

export type WayVerdicts = Readonly<Record<ComparedWay, ReadonlyMap<string, WayVerdict>>>;

const HEAD = `# Three ways to keep the rules of snapshots

<!-- Made by npm run docs:snapshots, which asks a whole server each question below in each of the three ways. -->

| way | what keeps the rules | where it works |
|---|---|---|
| webhook | \`kiln snapshot webhook\` beside the CRDs of any phase | every cluster |
| CEL | \`x-kubernetes-validations\` in the CRDs of \`deploy/snapshot/crds/cel\` | Kubernetes 1.25 and later, Kiln |
| marks | \`x-kubernetes-unions\` and \`x-kubernetes-mutability\` in the CRDs of \`deploy/snapshot/crds/marks\` | Kiln |

## Rule by rule

| rule | webhook | CEL | marks |
|---|---|---|---|
| exactly one source | yes | \`has(a) != has(b)\` | a union, \`minProperties\` and \`maxProperties\` |
| the source stays | yes | \`self == oldSelf\` | \`x-kubernetes-mutability: Immutable\` |
| the class name is not empty | yes | \`self != ''\` | \`minLength: 1\` |
| the reference has name and namespace | yes | a rule on the reference | \`required\` and \`minLength: 1\` |
| the reference stays once its uid is set | yes | a rule on the reference | no mark says "once another field is set": the same rule in CEL |
| the volume mode stays once it is set | with \`--prevent-volume-mode-conversion\` | a rule | \`x-kubernetes-mutability: AddOnly\` |
| one default class for each driver | with \`--prevent-multiple-default-classes\` | no: a rule sees one object | no: a mark sees one object |
| an object that was invalid before may be changed in any way | yes | as long as the part at fault stays as it is, or is repaired | as long as the part at fault stays as it is; a source that is marked is never repaired |

The webhook needs a server, certificates and a call for each write. CEL and marks need nothing, and cannot fail to be
called. All three let an object that is invalid be deleted: its finalizers can be taken away.
`;

/** The page, from the results of the three ways for each case. */
export function printThreeWays(cases: readonly VectorCase[], verdicts: WayVerdicts): string {
  const rows = cases.map((vector) => {
    const said = WAYS.map((way) => print(verdicts[way].get(vector.id)?.isAllowed === true, vector));
    const title = String(vector.get("title")).replaceAll("|", "\\|");
    return `| ${title} | ${said.join(" | ")} |`;
  });
  const differing = cases.filter(({ id, expect }) =>
    WAYS.some((way) => verdicts[way].get(id)?.isAllowed !== expect.allowed),
  );
  return [
    HEAD,
    "## Question by question",
    "",
    `${cases.length} questions, of which the three ways answer ${cases.length - differing.length} alike. A different answer is **bold**.`,
    "",
    "| question | webhook | CEL | marks |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function print(isAllowed: boolean, { expect }: VectorCase): string {
  const word = isAllowed ? "allowed" : "denied";
  return isAllowed === expect.allowed ? word : `**${word}**`;
}
