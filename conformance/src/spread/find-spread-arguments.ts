interface Bracket {
  readonly kind: "call" | "template" | "other";
  /** Lines of the spread arguments in it. */
  readonly spreads: number[];
}

const WORD = /[\w$#]+/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** Behind these a parenthesis begins no call, and a slash no division. */
const KEYWORDS =
  /^(?:return|typeof|await|yield|case|of|in|throw|void|delete|if|while|for|switch|catch|else|do|function)$/;
/** Behind the parentheses of a declaration; such a list has rest parameters, not spread arguments. */
const DECLARES = /\s*(?:=>|:|\{)/y;

/** The lines of TypeScript source on which a call has a spread argument. */
export function findSpreadArguments(source: string): number[] {
  const found: number[] = [];
  const open: Bracket[] = [];
  let at = 0;
  let isValue = false;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const readTemplate = () => {
    for (; at < source.length && source[at] !== "`"; at++) {
      if (source[at] === "\\") {
        at++;
      } else if (source.startsWith("${", at)) {
        open.push({ kind: "template", spreads: [] });
        at += 2;
        isValue = false;
        return;
      }
    }
    at++;
    isValue = true;
  };
  const close = () => {
    const bracket = open.pop();
    at++;
    if (bracket?.kind === "template") {
      readTemplate();
      return;
    }
    if (bracket?.kind === "call" && match(DECLARES) === undefined) {
      found.push(...bracket.spreads);
    }
    isValue = source[at - 1] !== "}";
  };
  while (at < source.length) {
    const character = source[at] as string;
    const skipped: string | undefined = match(COMMENT) ?? match(TEXT) ?? (isValue ? undefined : match(REGEX));
    const word: string | undefined = match(WORD);
    if (skipped !== undefined) {
      isValue = skipped.startsWith("//") || skipped.startsWith("/*") ? isValue : true;
      at += skipped.length;
    } else if (word !== undefined) {
      isValue = !KEYWORDS.test(word);
      at += word.length;
    } else if (character === "`") {
      at++;
      readTemplate();
    } else if (source.startsWith("...", at)) {
      open.at(-1)?.spreads.push(source.slice(0, at).split("\n").length);
      at += 3;
      isValue = false;
    } else if ("([{".includes(character)) {
      const isCall = character === "(" && (isValue || source[at - 1] === ">" || source[at - 1] === ".");
      open.push({ kind: isCall ? "call" : "other", spreads: [] });
      at++;
      isValue = false;
    } else if (")]}".includes(character)) {
      close();
    } else {
      isValue = /\s/.test(character) ? isValue : false;
      at++;
    }
  }
  return found.sort((a, b) => a - b);
}
