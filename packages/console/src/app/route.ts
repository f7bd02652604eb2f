/** Address of the page, kept in its fragment. */
export interface Route {
  readonly page: Page;
  /** Cluster of the page: empty for that of the kubeconfig, otherwise the name of a fork of it. */
  readonly fork: string;
  /** Namespace of lists; empty for all. */
  readonly namespace: string;
}

export type Page =
  | { readonly name: "home" | "feed" | "metrics" | "testing" }
  | { readonly name: "list" | "create"; readonly group: string; readonly plural: string }
  | {
      readonly name: "object";
      readonly group: string;
      readonly plural: string;
      /** Namespace of the object; empty for a cluster-scoped kind. */
      readonly in: string;
      readonly of: string;
      readonly tab: ObjectTab;
    };

export const objectTabs = ["yaml", "form", "ownership", "tree", "events"] as const;
export type ObjectTab = (typeof objectTabs)[number];

const PLAIN = ["feed", "metrics", "testing"] as const;
/** Placeholder in the address for an empty part: the core group, or no namespace. */
const NONE = "-";

export function printRoute({ page, fork, namespace }: Route): string {
  const parts = partsOf(page).map((part) => encodeURIComponent(part === "" ? NONE : part));
  const query = new URLSearchParams();
  for (const [name, value] of [
    ["fork", fork],
    ["namespace", namespace],
    ["tab", page.name === "object" && page.tab !== "yaml" ? page.tab : ""],
  ] as const) {
    if (value !== "") {
      query.set(name, value);
    }
  }
  return `#/${parts.join("/")}${query.size === 0 ? "" : `?${query}`}`;
}

function partsOf(page: Page): readonly string[] {
  switch (page.name) {
    case "home":
      return [];
    case "list":
    case "create":
      return [page.name, page.group, page.plural];
    case "object":
      return [page.name, page.group, page.plural, page.in, page.of];
    default:
      return [page.name];
  }
}

/** Route of an address; the home page if the address is unknown. */
export function parseRoute(fragment: string): Route {
  const [path = "", query = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  const parameters = new URLSearchParams(query);
  const parts = path.split("/").map(decodePart);
  const page = parsePage(parts, parameters.get("tab") ?? "");
  return { page, fork: parameters.get("fork") ?? "", namespace: parameters.get("namespace") ?? "" };
}

function decodePart(part: string): string {
  try {
    return part === NONE ? "" : decodeURIComponent(part);
  } catch {
    return "";
  }
}

function parsePage([name, group, plural, namespace, ...rest]: readonly string[], tab: string): Page {
  const plain = PLAIN.find((each) => each === name);
  if (plain !== undefined) {
    return { name: plain };
  }
  if (group === undefined || plural === undefined || plural === "") {
    return { name: "home" };
  }
  if (name === "list" || name === "create") {
    return { name, group, plural };
  }
  const [of = ""] = rest;
  if (name === "object" && namespace !== undefined && of !== "") {
    return { name, group, plural, in: namespace, of, tab: objectTabs.find((each) => each === tab) ?? "yaml" };
  }
  return { name: "home" };
}
