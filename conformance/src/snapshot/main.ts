import { writeFileSync } from "node:fs";
import { printThreeWays } from "./print-three-ways.ts";
import { readSnapshotCases, THREE_WAYS_PAGE } from "./snapshot-cases.ts";
import { askAll, canBeAsked } from "./ways.ts";

const cases = readSnapshotCases().filter(canBeAsked);
const verdicts = {
  webhook: await askAll("webhook", cases),
  cel: await askAll("cel", cases),
  marks: await askAll("marks", cases),
};
writeFileSync(THREE_WAYS_PAGE, printThreeWays(cases, verdicts));
