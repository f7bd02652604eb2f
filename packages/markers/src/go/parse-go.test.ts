import { describe, expect, it } from "vitest";
import { SourceSyntaxError } from "../source-syntax-error.ts";
import type { GoType } from "./go-file.ts";
import { parseGo } from "./parse-go.ts";

function parse(source: string) {
  return parseGo(`package p\n${source}`, "p.go");
}

/** Prints a type on one line. */
function show(type: GoType): string {
  switch (type.kind) {
    case "pointer":
      return `*${show(type.to)}`;
    case "list":
      return `[]${show(type.of)}`;
    case "map":
      return `map[${show(type.key)}]${show(type.value)}`;
    case "struct":
      return `{${type.fields.map(({ name = "", type: inner }) => `${name} ${show(inner)}`.trim()).join("; ")}}`;
    case "other":
      return type.word;
    case "name": {
      const inner = type.arguments.length === 0 ? "" : `[${type.arguments.map(show).join(", ")}]`;
      return `${type.package === undefined ? "" : `${type.package}.`}${type.name}${inner}`;
    }
  }
}

describe("A type in Go", () => {
  it.each([
    ["type T string", "string"],
    ["type T = metav1.Time", "metav1.Time"],
    ["type T []*Other", "[]*Other"],
    ["type T [4]byte", "[]byte"],
    ["type T map[string][]map[Key]v1.Value", "map[string][]map[Key]v1.Value"],
    ["type T struct{}", "{}"],
    ['type T struct { A, B int; C *string `json:"c"` }', "{A int; B int; C *string}"],
    [
      'type T struct {\n\tmetav1.TypeMeta `json:",inline"`\n\t*Embedded\n\tPlain\n\tGeneric[int]\n\tList []int\n}',
      "{metav1.TypeMeta; *Embedded; Plain; Generic[int]; List []int}",
    ],
    ["type T struct { F func(a int) (b, error); C <-chan int; I interface{ M() } }", "{F func; C <; I interface}"],
    ["type T struct { M Map[string,\n int]\n N [n + 1]int }", "{M Map[string, int]; N []int}"],
    ["type T struct { In struct { A int }\n B (int) }", "{In {A int}; B int}"],
    ["func f() { type T int }\ntype T bool", "bool"],
  ])("%s is %s", (source, shown) => {
    expect(parse(source).types.map(({ type }) => show(type))).toEqual([shown]);
  });

  it("may have parameters", () => {
    const [type] = parse("type T[K comparable, V any] map[K]V").types;
    expect(type).toMatchObject({ name: "T", parameters: ["K", "V"] });
  });

  it("stands somewhere, with what is said of it directly above and one empty line further up", () => {
    const { types } = parse("// far\n// away\n\n// near\ntype T struct {\n\t// of A\n\tA int // not of B\n\tB int\n}");
    const [declaration] = types;
    expect(declaration?.position).toEqual({ file: "p.go", line: 6, column: 6 });
    expect(declaration?.comments.map(({ text, isFar }) => [text, isFar === true])).toEqual([
      [" far", true],
      [" away", true],
      [" near", false],
    ]);
    const fields = declaration?.type.kind === "struct" ? declaration.type.fields : [];
    expect(fields.map(({ comments }) => comments.map(({ text }) => text))).toEqual([[" of A"], []]);
  });
});

describe("A file in Go", () => {
  it("names its imports, constants and methods", () => {
    const file = parse(
      'import (\n\tm "k8s.io/apimachinery/pkg/apis/meta/v1"\n\t"k8s.io/api/core/v1"\n\t"example.org/go-x/v2"\n)\n' +
        'const (\n\tA Kind = "a\\t\\u00e9"\n\tB = 1 << 2\n\tC\n\tD float64 = 1_0\n)\n' +
        "func (t *T) MarshalJSON() ([]byte, error) { return nil, `}` }\nvar x = map[string]int{}\n",
    );
    expect(file.imports).toEqual([
      { name: "m", path: "k8s.io/apimachinery/pkg/apis/meta/v1" },
      { path: "k8s.io/api/core/v1" },
      { path: "example.org/go-x/v2" },
    ]);
    expect(file.constants.map(({ name, type, value }) => [name, type, value])).toEqual([
      ["A", "Kind", "a\té"],
      ["B", undefined, 1],
      ["D", "float64", 10],
    ]);
    expect([...file.methods]).toEqual([["T", ["MarshalJSON"]]]);
  });

  it.each([
    ["type T struct {", "expected a name, found the end of the file", 2],
    ["type T map[string int", 'expected "]", found "int"', 2],
    ["type T struct { A int `json }", "a string begins here that does not end", 2],
    ["func f() { (", "a bracket is not closed", 2],
    [`type T ${"*".repeat(200)}int`, "expected", 2],
  ])("%s is refused with its place", (source, message, line) => {
    const parsing = () => parse(source);
    expect(parsing).toThrow(message);
    expect(parsing).toThrow(SourceSyntaxError);
    try {
      parsing();
    } catch (error) {
      expect((error as SourceSyntaxError).position).toMatchObject({ file: "p.go", line });
    }
  });
});
