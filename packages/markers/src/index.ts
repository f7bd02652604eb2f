export type { GoConstant, GoField, GoFile, GoImport, GoType, GoTypeDeclaration } from "./go/go-file.ts";
export { type GoComment, GoSyntaxError } from "./go/go-token.ts";
export { parseGo } from "./go/parse-go.ts";
export { printPosition, type SourceFault, type SourcePosition } from "./source-position.ts";
