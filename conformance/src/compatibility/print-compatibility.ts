import { clientGaps } from "../clients/known-gaps.ts";
import { kubectlGaps } from "../kubectl/known-gaps.ts";
import { gapAreas } from "../replay/gap-areas.ts";
import type { KnownGaps } from "../replay/known-gaps.ts";
import { upstreamRecordings } from "../replay/semantics-of.ts";
import { additions, chosen, type Deviation, steadier, switched } from "./deviations.ts";
import { type Evidence, proposalItems } from "./proposal-items.ts";

const HEAD = `# Compatibility

Kiln is held against recordings of Kubernetes 1.36, against kubectl and against client libraries. This page lists where
it differs: by decision, and not yet. It is made from the lists that the tests use; \`npm run docs:compatibility\` makes it
anew.

The *proposals* are the enhancement proposals (KEPs) of Kubernetes for pruning, immutable fields, unions and immutable
ConfigMaps and Secrets. Some of them Kubernetes ships with changes and some not at all; Kiln does what they say. The codes in
the first columns (P1, C7) and the names of recordings are for contributors, who find them in the tests.
`;

/** Text of docs/compatibility.md. */
export function printCompatibility(gaps: KnownGaps): string {
  const parts = [
    HEAD,
    printSwitched(),
    printAdditions(),
    printSteadier(),
    printChosen(),
    printItems(),
    printGaps(gaps),
    printKubectlGaps(),
    printClientGaps(),
  ];
  return parts.join("\n");
}

function printSwitched(): string {
  return `## Where a proposal and Kubernetes differ

Kiln follows the text of the proposal. \`kiln serve --semantics upstream\` follows Kubernetes in all of these.

${table(switched, ["by default", "with `--semantics upstream`"])}

For contributors, the recordings that show one of them and are therefore played with \`upstream\`:

${Object.entries(upstreamRecordings)
  .map(([name, codes]) => `- \`${name}\`: ${codes.join(", ")}`)
  .join("\n")}
`;
}

function printAdditions(): string {
  return `## What Kubernetes does not have

The proposals for field mutability and unions were never shipped for definitions. A definition that does not use them
gets what Kubernetes does.

${table(additions, ["Kiln", "Kubernetes"])}
`;
}

function printChosen(): string {
  return `## Where Kiln decided otherwise

${table(chosen, ["Kiln", "Kubernetes"])}
`;
}

function printItems(): string {
  const rows = proposalItems.map(
    ({ proposal, part, item, shown }) =>
      `| ${proposal} | ${part} | ${item} | ${shown.map(printEvidence).join("<br>")} |`,
  );
  return `## What the proposals ask to be tested

Items of the test plans and graduation criteria of the three proposals, and the tests that show them.

${["| proposal | where | item | shown by |", "|---|---|---|---|", ...rows].join("\n")}
`;
}

function printEvidence(evidence: Evidence): string {
  if ("recording" in evidence) {
    return `recording \`${evidence.recording}\``;
  }
  return "benchmark" in evidence ? `benchmark \`${evidence.benchmark}\`` : `\`${evidence.file}\`: ${evidence.title}`;
}

function printSteadier(): string {
  return `## Where Kubernetes leaves it to chance

${table(steadier, ["Kiln", "Kubernetes"])}
`;
}

function table(deviations: readonly Deviation[], [ours, theirs]: readonly [string, string]): string {
  const rows = deviations.map(({ code, what, kiln, kubernetes }) => `| ${code} | ${what} | ${kiln} | ${kubernetes} |`);
  return [`| | what | ${ours} | ${theirs} |`, "|---|---|---|---|", ...rows].join("\n");
}

function printGaps(gaps: KnownGaps): string {
  const all = Object.entries(gaps).flatMap(([name, steps]) => Object.values(steps).map((area) => ({ name, area })));
  const rows = Object.entries(gapAreas).flatMap(([area, { reason }]) => {
    const names = all.filter((gap) => gap.area === area).map(({ name }) => name);
    return names.length === 0 ? [] : [`| ${reason} | ${names.length} | ${[...new Set(names)].join(", ")} |`];
  });
  const list = ["| why | answers | recordings |", "|---|---|---|", ...rows].join("\n");
  return `## Not yet

Recorded answers that Kiln does not give yet: ${all.length}.
${rows.length === 0 ? "" : `\n${list}\n`}`;
}

function printKubectlGaps(): string {
  const lines = Object.entries(kubectlGaps).map(([name, { reason, from, to }]) => {
    const versions = from === undefined ? (to === undefined ? "" : ` (up to 1.${to})`) : ` (from 1.${from})`;
    return `\`${name}\`${versions}: ${reason}`;
  });
  return printList("What kubectl cannot do yet:", lines);
}

function printClientGaps(): string {
  const lines = Object.entries(clientGaps).map(([name, reason]) => `${name}: ${reason}`);
  return printList("What client libraries cannot do yet:", lines);
}

function printList(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${title} nothing.\n` : `${title}\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
}
