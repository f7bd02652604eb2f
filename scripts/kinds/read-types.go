// Prints the types of Go packages as JSON: go run read-types.go DIR... It parses syntax only, so that no code of a
// package is compiled or run, and copies names, types, tags and markers, but no descriptions.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

type Field struct {
	Name     string   `json:"name"`
	Embedded bool     `json:"embedded"`
	Type     string   `json:"type"`
	JSON     string   `json:"json"`
	Protobuf string   `json:"protobuf"`
	Strategy string   `json:"patchStrategy"`
	MergeKey string   `json:"patchMergeKey"`
	Markers  []string `json:"markers"`
}

type Type struct {
	Name    string   `json:"name"`
	Struct  bool     `json:"struct"`
	Of      string   `json:"of"`
	Markers []string `json:"markers"`
	Fields  []Field  `json:"fields"`
	// Values of the constants of this type. One that is a constant of another package is ref(package.Name).
	Values []string `json:"values"`
}

type Package struct {
	Dir string `json:"dir"`
	// Import paths by the names that the types use.
	Imports map[string]string `json:"imports"`
	Types   []*Type           `json:"types"`
	// Values of the constants that are strings.
	Constants map[string]string `json:"constants"`
}

func main() {
	packages := []Package{}
	for _, dir := range os.Args[1:] {
		packages = append(packages, readPackage(dir))
	}
	if err := json.NewEncoder(os.Stdout).Encode(packages); err != nil {
		fail(err)
	}
}

func readPackage(dir string) Package {
	files := token.NewFileSet()
	isSource := func(info os.FileInfo) bool {
		name := info.Name()
		return !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "zz_generated") && name != "generated.pb.go"
	}
	parsed, err := parser.ParseDir(files, dir, isSource, parser.ParseComments)
	if err != nil {
		fail(err)
	}
	result := Package{Dir: dir, Imports: map[string]string{}, Constants: map[string]string{}}
	types := map[string]*Type{}
	for name, pkg := range parsed {
		if strings.HasSuffix(name, "_test") {
			continue
		}
		for _, file := range pkg.Files {
			readImports(file, result.Imports)
			readTypes(files, file, types)
		}
		for _, file := range pkg.Files {
			readConstants(file, types, result.Constants)
		}
	}
	for _, each := range types {
		result.Types = append(result.Types, each)
	}
	sort.Slice(result.Types, func(i, k int) bool { return result.Types[i].Name < result.Types[k].Name })
	return result
}

func readImports(file *ast.File, imports map[string]string) {
	for _, each := range file.Imports {
		path, _ := strconv.Unquote(each.Path.Value)
		name := path[strings.LastIndex(path, "/")+1:]
		if each.Name != nil {
			name = each.Name.Name
		}
		imports[name] = path
	}
}

func readTypes(files *token.FileSet, file *ast.File, types map[string]*Type) {
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok || general.Tok != token.TYPE {
			continue
		}
		for _, spec := range general.Specs {
			named := spec.(*ast.TypeSpec)
			found := &Type{Name: named.Name.Name, Markers: markersOf(file, general.Pos(), general.Doc, named.Doc)}
			if body, ok := named.Type.(*ast.StructType); ok {
				found.Struct = true
				for _, field := range body.Fields.List {
					found.Fields = append(found.Fields, readFields(files, field)...)
				}
			} else {
				found.Of = printType(files, named.Type)
			}
			types[found.Name] = found
		}
	}
}

func readFields(files *token.FileSet, field *ast.Field) []Field {
	tag := reflect.StructTag("")
	if field.Tag != nil {
		text, _ := strconv.Unquote(field.Tag.Value)
		tag = reflect.StructTag(text)
	}
	made := Field{
		Type: printType(files, field.Type), JSON: tag.Get("json"), Protobuf: tag.Get("protobuf"),
		Strategy: tag.Get("patchStrategy"), MergeKey: tag.Get("patchMergeKey"), Markers: markersOf(nil, 0, field.Doc),
	}
	if len(field.Names) == 0 {
		made.Embedded = true
		made.Name = made.Type[strings.LastIndex(made.Type, ".")+1:]
		return []Field{made}
	}
	fields := []Field{}
	for _, name := range field.Names {
		each := made
		each.Name = name.Name
		fields = append(fields, each)
	}
	return fields
}

// Markers are comment lines that begin with "+". A type may have them in a separate comment above its own.
func markersOf(file *ast.File, at token.Pos, docs ...*ast.CommentGroup) []string {
	markers := []string{}
	start := at
	for _, doc := range docs {
		if doc != nil && (start == 0 || doc.Pos() < start) {
			start = doc.Pos()
		}
	}
	groups := docs
	if file != nil {
		for _, group := range file.Comments {
			if group.End() < start && start-group.End() <= 3 {
				groups = append(groups, group)
			}
		}
	}
	for _, group := range groups {
		if group == nil {
			continue
		}
		for _, line := range group.List {
			text := strings.TrimSpace(strings.TrimPrefix(line.Text, "//"))
			if strings.HasPrefix(text, "+") {
				markers = append(markers, text[1:])
			}
		}
	}
	return markers
}

func readConstants(file *ast.File, types map[string]*Type, constants map[string]string) {
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok || general.Tok != token.CONST {
			continue
		}
		for _, spec := range general.Specs {
			value := spec.(*ast.ValueSpec)
			for at, expression := range value.Values {
				name, text, ok := readConstant(value.Type, expression)
				if !ok {
					continue
				}
				constants[value.Names[at].Name] = text
				if types[name] != nil && !isExcluded(value) {
					types[name].Values = append(types[name].Values, text)
				}
			}
		}
	}
}

// Type and value of a constant: `const A T = "a"` and `const A = T("a")` are the same.
func readConstant(declared ast.Expr, expression ast.Expr) (string, string, bool) {
	name := ""
	if ident, ok := declared.(*ast.Ident); ok {
		name = ident.Name
	}
	if call, ok := expression.(*ast.CallExpr); ok && len(call.Args) == 1 {
		if ident, ok := call.Fun.(*ast.Ident); ok {
			name = ident.Name
			expression = call.Args[0]
		}
	}
	if selector, ok := expression.(*ast.SelectorExpr); ok {
		if from, ok := selector.X.(*ast.Ident); ok {
			return name, "ref(" + from.Name + "." + selector.Sel.Name + ")", true
		}
	}
	literal, ok := expression.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return name, text, err == nil
}

func isExcluded(value *ast.ValueSpec) bool {
	for _, marker := range markersOf(nil, 0, value.Doc) {
		if strings.HasPrefix(marker, "k8s:enumExclude") {
			return true
		}
	}
	return false
}

func printType(files *token.FileSet, expression ast.Expr) string {
	var text strings.Builder
	if err := printer.Fprint(&text, files, expression); err != nil {
		fail(err)
	}
	return text.String()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
