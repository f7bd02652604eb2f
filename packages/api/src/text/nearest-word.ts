/** Maximum edit distance of a suggestion. */
const MAX_DISTANCE = 2;

/** Known word with the smallest edit distance, to suggest for a typo; undefined if none is close. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  let found: string | undefined;
  // A lower maximum for short words, which are close to too many others.
  let least = Math.min(MAX_DISTANCE, Math.floor(word.length / 2)) + 1;
  for (const each of known) {
    const far = Math.abs(word.length - each.length) < least ? distance(word.toLowerCase(), each.toLowerCase()) : least;
    if (far < least) {
      found = each;
      least = far;
    }
  }
  return found;
}

/** Edit distance: number of inserted, removed and changed letters. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
