/** One media type of an Accept header, with its parameters. */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly params: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** Clauses of an Accept header, best first. Invalid clauses are left out. */
export function parseAccept(header: string): AcceptClause[] {
  const clauses = header.split(",").flatMap((part) => {
    const clause = parseClause(part);
    return clause === undefined ? [] : [clause];
  });
  return sortClauses(clauses);
}

function parseClause(part: string): AcceptClause | undefined {
  const [range = "", ...rest] = trimSpaces(part).split(";");
  const [type = "", subtype, ...surplus] = range.split("/").map(trimSpaces);
  // Kubernetes: `*` alone means `*/*`; any other single word is ignored (goautoneg/autoneg.go ParseAccept, v1.36).
  if (!subtype) {
    return type === "*" ? { type, subtype: "*", ...parseParams(rest) } : undefined;
  }
  return surplus.length > 0 && surplus.some((text) => text !== "")
    ? undefined
    : { type, subtype, ...parseParams(rest) };
}

function parseParams(parts: readonly string[]): Pick<AcceptClause, "params" | "quality"> {
  const params = new Map<string, string>();
  let quality = 1;
  for (const part of parts) {
    const [name = "", value = "", ...surplus] = part.split("=");
    if (value === "" || surplus.some((text) => text !== "")) {
      continue;
    }
    if (trimSpaces(name) === "q") {
      // Kubernetes: a weight that is no number counts as 0, which sorts its clause last (goautoneg/autoneg.go
      // ParseAccept, v1.36).
      quality = Number(value) || 0;
    } else {
      params.set(trimSpaces(name), trimSpaces(value));
    }
  }
  return { params, quality };
}

/**
 * Kubernetes: the order is inconsistent (a wildcard of higher weight and a plain type of lower weight each precede the
 * other), so the result depends on the insertion sort, which is the same here (goautoneg/autoneg.go acceptSlice.Less,
 * v1.36).
 */
function sortClauses(clauses: readonly AcceptClause[]): AcceptClause[] {
  const sorted: AcceptClause[] = [];
  for (const clause of clauses) {
    let at = sorted.length;
    while (at > 0 && isBefore(clause, sorted[at - 1] as AcceptClause)) {
      at--;
    }
    sorted.splice(at, 0, clause);
  }
  return sorted;
}

function isBefore(a: AcceptClause, b: AcceptClause): boolean {
  return a.quality > b.quality || (a.type !== "*" && b.type === "*") || (a.subtype !== "*" && b.subtype === "*");
}

/** Trims spaces, not tabs: Kubernetes keeps a tab as part of the media type. */
function trimSpaces(text: string): string {
  return text.replace(/^ +| +$/g, "");
}
