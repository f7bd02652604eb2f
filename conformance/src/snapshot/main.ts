import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { definitionFiles } from "./definition-files.ts";
import { printThreeWays } from "./print-three-ways.ts";
import { DEPLOY_FOLDER, readSnapshotCases, THREE_WAYS_PAGE } from "./snapshot-cases.ts";
import { askAll, canBeAsked } from "./ways.ts";

const cases = readSnapshotCases().filter(canBeAsked);
const verdicts = {
  webhook: await askAll("webhook", cases),
  cel: await askAll("cel", cases),
  marks: await askAll("marks", cases),
};
writeFileSync(THREE_WAYS_PAGE, printThreeWays(cases, verdicts));

for (const [path, text] of definitionFiles()) {
  const file = join(DEPLOY_FOLDER, "crds", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
