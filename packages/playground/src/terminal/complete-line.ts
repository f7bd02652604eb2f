import { commandNames, kubectlVerbNames } from "./command-names.ts";

/** The line with its last word completed by the common prefix of all candidates. */
export function completeLine(line: string, files: readonly string[]): string {
  const words = line.split(" ");
  const last = words.pop() as string;
  const candidates = listCandidates(words, files).filter((each) => each.startsWith(last));
  const [first] = candidates;
  if (first === undefined || last === "") {
    return line;
  }
  let shared = first;
  while (!candidates.every((each) => each.startsWith(shared))) {
    shared = shared.slice(0, -1);
  }
  return [...words, candidates.length === 1 ? `${shared} ` : shared].join(" ");
}

function listCandidates(words: readonly string[], files: readonly string[]): readonly string[] {
  const [program] = words;
  if (program === undefined) {
    return commandNames;
  }
  const isKubectl = program === "kubectl" || program === "k";
  return isKubectl && words.length === 1 ? kubectlVerbNames : files;
}
