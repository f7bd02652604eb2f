/** English plural of most words; a kind with another one sets +kubebuilder:resource:path=. */
export function pluralize(word: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(word)) {
    return `${word}es`;
  }
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
