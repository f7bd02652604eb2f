/** Function name of each operator. */
export const operators = {
  conditional: "_?_:_",
  and: "_&&_",
  or: "_||_",
  not: "!_",
  negate: "-_",
  index: "_[_]",
  optionalIndex: "_[?_]",
  optionalSelect: "_?._",
  equals: "_==_",
  notEquals: "_!=_",
  add: "_+_",
  in: "@in",
  notStrictlyFalse: "@not_strictly_false",
} as const;

export const relationOperators: ReadonlyMap<string, string> = new Map([
  ["<", "_<_"],
  ["<=", "_<=_"],
  [">=", "_>=_"],
  [">", "_>_"],
  ["==", "_==_"],
  ["!=", "_!=_"],
  ["in", "@in"],
]);

/** Operators with their precedence. */
export const calculationOperators: ReadonlyMap<string, { readonly function: string; readonly precedence: number }> =
  new Map([
    ["*", { function: "_*_", precedence: 2 }],
    ["/", { function: "_/_", precedence: 2 }],
    ["%", { function: "_%_", precedence: 2 }],
    ["+", { function: "_+_", precedence: 1 }],
    ["-", { function: "_-_", precedence: 1 }],
  ]);

/** Reserved words: not allowed as variables or functions, but as fields. */
export const reservedWords: ReadonlySet<string> = new Set([
  ..."as break const continue else false for function if import in let loop package".split(" "),
  ..."namespace null return true var void while".split(" "),
]);
