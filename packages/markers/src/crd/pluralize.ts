/** Plural by the rules of English; a kind with another plural sets +kubebuilder:resource:path=. */
export function pluralize(word: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(word)) {
    return `${word}es`;
  }
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
