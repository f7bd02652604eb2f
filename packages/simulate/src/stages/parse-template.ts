/** Node of a Go template. */
export type TemplateNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "print"; readonly pipeline: string }
  /** Assignment: `:=` declares a variable of the block, `=` sets one of this block or an enclosing one. */
  | { readonly type: "assign"; readonly name: string; readonly isNew: boolean; readonly pipeline: string }
  | {
      readonly type: "if" | "with";
      readonly pipeline: string;
      readonly body: TemplateNode[];
      readonly otherwise: TemplateNode[];
    }
  | {
      readonly type: "range";
      readonly pipeline: string;
      /** Names of the variables for index and value, if given. */
      readonly names: readonly string[];
      readonly body: TemplateNode[];
      readonly otherwise: TemplateNode[];
    };

interface Block {
  readonly nodes: TemplateNode[];
  /** Action that ended the block: `end` or `else ...`. */
  readonly end: string;
  readonly next: number;
}

/** Parses a Go template. Throws an Error that names the unsupported action. */
export function parseTemplate(text: string): TemplateNode[] {
  const parts = splitActions(text);
  const { nodes, end } = parseBlock(parts, 0);
  if (end !== "") {
    throw new Error(`template: unexpected {{${end}}}`);
  }
  return nodes;
}

type Part = { readonly text: string } | { readonly action: string };

/** Splits a template into text and actions. `{{-` and `-}}` trim the adjacent white space. */
function splitActions(text: string): Part[] {
  const parts: Part[] = [];
  const pattern = /\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}/g;
  let start = 0;
  let trims = false;
  for (const match of text.matchAll(pattern)) {
    const [all, trimsLeft, action = "", trimsRight] = match;
    let before = text.slice(start, match.index);
    before = trims ? before.replace(/^\s+/, "") : before;
    parts.push({ text: trimsLeft === "-" ? before.replace(/\s+$/, "") : before });
    if (!action.startsWith("/*")) {
      parts.push({ action });
    }
    trims = trimsRight === "-";
    start = match.index + all.length;
  }
  const rest = text.slice(start);
  return [...parts, { text: trims ? rest.replace(/^\s+/, "") : rest }];
}

function parseBlock(parts: readonly Part[], from: number): Block {
  const nodes: TemplateNode[] = [];
  for (let i = from; i < parts.length; ) {
    const part = parts[i] as Part;
    if ("text" in part) {
      nodes.push({ type: "text", text: part.text });
      i++;
    } else if (part.action === "end" || /^else\b/.test(part.action)) {
      return { nodes, end: part.action, next: i + 1 };
    } else {
      const { node, next } = parseAction(parts, part.action, i + 1);
      nodes.push(node);
      i = next;
    }
  }
  return { nodes, end: "", next: parts.length };
}

function parseAction(parts: readonly Part[], action: string, next: number): { node: TemplateNode; next: number } {
  const [, keyword = "", rest = ""] = /^(if|with|range)\s+([\s\S]+)$/.exec(action) ?? [];
  if (keyword === "") {
    const [, name, operator, pipeline = ""] = /^(\$\w+)\s*(:?=)\s*([\s\S]+)$/.exec(action) ?? [];
    const node: TemplateNode =
      name === undefined
        ? { type: "print", pipeline: action }
        : { type: "assign", name, isNew: operator === ":=", pipeline };
    return { node, next };
  }
  const { body, otherwise, next: after } = parseBranches(parts, next);
  if (keyword === "range") {
    const [, names = "", pipeline = rest] = /^((?:\$\w+\s*,\s*)?\$\w+)\s*:=\s*([\s\S]+)$/.exec(rest) ?? [];
    const named = names.split(",").map((one) => one.trim());
    return {
      node: { type: "range", pipeline, names: named.filter((one) => one !== ""), body, otherwise },
      next: after,
    };
  }
  return { node: { type: keyword as "if" | "with", pipeline: rest, body, otherwise }, next: after };
}

function parseBranches(
  parts: readonly Part[],
  from: number,
): { body: TemplateNode[]; otherwise: TemplateNode[]; next: number } {
  const block = parseBlock(parts, from);
  if (block.end === "end" || block.end === "") {
    return { body: block.nodes, otherwise: [], next: block.next };
  }
  const [, condition] = /^else\s+if\s+([\s\S]+)$/.exec(block.end) ?? [];
  const rest = parseBranches(parts, block.next);
  if (condition === undefined) {
    return { body: block.nodes, otherwise: rest.body, next: rest.next };
  }
  const nested: TemplateNode = { type: "if", pipeline: condition, body: rest.body, otherwise: rest.otherwise };
  return { body: block.nodes, otherwise: [nested], next: rest.next };
}
