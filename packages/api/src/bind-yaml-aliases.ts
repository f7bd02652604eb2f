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
    pending.push(...childrenLastFirst(node));
  }
  return targets;
}

function childrenLastFirst(node: Node | null): (Node | null)[] {
  if (isSeq(node)) {
    return (node.items as (Node | null)[]).toReversed();
  }
  return isMap(node)
    ? node.items.flatMap((pair) => [pair.key as Node | null, pair.value as Node | null]).reverse()
    : [];
}
