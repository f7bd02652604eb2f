/**
 * Whether a file belongs to its package when built for Linux on amd64 without build tags. This target is fixed, so that
 * equal sources give equal CRDs on every machine.
 */
export function isBuilt(name: string, source: string): boolean {
  return isNamedForTarget(name) && isTaggedForTarget(source);
}

const SYSTEMS = new Set(
  (
    "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows " +
    "zos"
  ).split(" "),
);
const MACHINES = new Set(
  (
    "386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv riscv64 s390x sparc sparc64 " + "wasm"
  ).split(" "),
);
const TARGET: ReadonlySet<string> = new Set(["linux", "unix", "amd64", "gc", "cgo"]);

/** Whether a file name allows the target: `name_GOOS_GOARCH.go`, with one of the two or both. */
function isNamedForTarget(name: string): boolean {
  const parts = name.replace(/\.go$/, "").split("_").slice(1);
  const last = parts.at(-1) ?? "";
  const before = parts.at(-2) ?? "";
  if (MACHINES.has(last)) {
    return last === "amd64" && (!SYSTEMS.has(before) || before === "linux");
  }
  return !SYSTEMS.has(last) || last === "linux";
}

/** Whether the expression after `//go:build`, which precedes the package clause, allows the target. */
function isTaggedForTarget(source: string): boolean {
  const head = source.slice(0, source.search(/^package\s/m));
  const written = /^\/\/go:build[ \t]+(.*)$/m.exec(head)?.[1];
  return written === undefined || evaluate(written.match(/&&|\|\||[!()]|[^\s!()&|]+/g) ?? []);
}

/** Evaluates a build constraint; consumes the words that it parsed. An incomplete constraint is false. */
function evaluate(words: string[]): boolean {
  let isMet = evaluateAll(words);
  while (words[0] === "||") {
    words.shift();
    isMet = evaluateAll(words) || isMet;
  }
  return isMet;
}

function evaluateAll(words: string[]): boolean {
  let isMet = evaluateOne(words);
  while (words[0] === "&&") {
    words.shift();
    isMet = evaluateOne(words) && isMet;
  }
  return isMet;
}

function evaluateOne(words: string[]): boolean {
  const word = words.shift() ?? "";
  if (word === "!") {
    return !evaluateOne(words);
  }
  if (word === "(") {
    const isMet = evaluate(words);
    words.shift();
    return isMet;
  }
  // Every released version of Go counts as available.
  return TARGET.has(word) || /^go1\.\d+$/.test(word);
}
