import { nearestWord } from "@kiln/api";

const BEGINNING = 3;

/** End of an error about an unknown word: the most similar known word, or empty. */
export function didYouMean(word: string, known: readonly string[]): string {
  const start = word.toLowerCase();
  const near =
    nearestWord(word, known) ??
    (letters(word) < BEGINNING ? undefined : known.find((each) => each.toLowerCase().startsWith(start)));
  return near === undefined ? "" : `; did you mean "${near}"?`;
}

function letters(word: string): number {
  return word.replace(/^-+/, "").length;
}
