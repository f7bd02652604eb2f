import { type Alias, isAlias, isMap, isSeq, type Node } from "yaml";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

/**
 * Which node each alias stands for: the last one before it with that anchor. One pass, where asking the library for
 * each alias would walk the document each time.
 */
export function bindYamlAliases(text: string, root: Node | null): ReadonlyMap<Alias, Node> {
  const targets = new Map<Alias, Node>();
  if (!text.includes("*")) {
    return targets;
  }
  const anchors = new Map<string, Node>();
  const pending: (Node | null)[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) {
        throw yamlErrorAt(text, node.range?.[0] ?? 0, `yaml: unknown anchor '${node.source}' referenced`);
      }
      targets.set(node, target);
    } else if (node?.anchor !== undefined) {
      anchors.set(node.anchor, node);
    }
    pushChildren(pending, node);
  }
  return targets;
}

/** Changes `pending`: what comes first in the text goes on top. One by one, as a call cannot take 100,000 arguments. */
function pushChildren(pending: (Node | null)[], node: Node | null): void {
  if (isSeq(node)) {
    for (let i = node.items.length - 1; i >= 0; i--) {
      pending.push(node.items[i] as Node | null);
    }
  } else if (isMap(node)) {
    for (let i = node.items.length - 1; i >= 0; i--) {
      const pair = node.items[i];
      pending.push((pair?.value ?? null) as Node | null, (pair?.key ?? null) as Node | null);
    }
  }
}
