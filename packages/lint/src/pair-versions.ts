import type { LintSubject, SchemaPlace } from "./lint-subject.ts";

/** Each field of a later version that the first has as well: both positions. */
export function pairVersions({ schemas, versions }: LintSubject): [first: SchemaPlace, other: SchemaPlace][] {
  const [first] = versions.filter(({ root }) => root !== undefined);
  const known = new Map<string, SchemaPlace>();
  const pairs: [SchemaPlace, SchemaPlace][] = [];
  for (const place of schemas) {
    if (place.version === first?.name) {
      known.set(place.field, place);
      continue;
    }
    const counterpart = known.get(place.field);
    if (counterpart !== undefined) {
      pairs.push([counterpart, place]);
    }
  }
  return pairs;
}
