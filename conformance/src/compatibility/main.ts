import { readKnownGaps } from "../replay/known-gaps.ts";
import { writeCompatibility } from "./write-compatibility.ts";

writeCompatibility(readKnownGaps());
