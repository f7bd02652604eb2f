import { useApp } from "../app/use-app.ts";
import type { Kind } from "../kinds/read-kinds.ts";

/** Kind of a route; undefined while kinds are loaded, and if the cluster does not serve it. */
export function useKind({ group, plural }: { readonly group: string; readonly plural: string }): Kind | undefined {
  return useApp().kinds.value?.find((kind) => kind.group === group && kind.plural === plural);
}
