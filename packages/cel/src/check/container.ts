/** Candidates for a name inside a container, innermost first: in `a.b`, `x` is `a.b.x`, `a.x` or `x`; `.x` is only `x`. */
export function candidateNames(container: string, name: string): readonly string[] {
  if (name.startsWith(".")) {
    return [name.slice(1)];
  }
  if (container === "") {
    return [name];
  }
  const candidates: string[] = [];
  for (let prefix = container; ; prefix = prefix.slice(0, prefix.lastIndexOf("."))) {
    candidates.push(`${prefix}.${name}`);
    if (!prefix.includes(".")) {
      return [...candidates, name];
    }
  }
}
