export { type DecodedJson, type DecodeOptions, decodeJson, defaultMaxBytes, parseJson } from "./decode-json.ts";
export { encodeJson, type PrintJsonOptions, printJson } from "./encode-json.ts";
export {
  duplicate,
  type FieldError,
  type FieldErrorReason,
  forbidden,
  internalFault,
  invalid,
  notFound,
  notSupported,
  printFieldError,
  printFieldErrorBody,
  required,
  tooFew,
  tooLong,
  tooMany,
  tooShort,
  typeInvalid,
} from "./field-error.ts";
export { type FieldPath, fieldPath, rootPath } from "./field-path.ts";
export { compareGoStrings, printGoJson, printGoNumber, quoteGo } from "./go-print.ts";
export { JsonSyntaxError, type JsonSyntaxFault, type TextPosition } from "./json-syntax-error.ts";
export {
  deepCopy,
  deepEqual,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setOwn,
} from "./json-value.ts";
export { maxJsonDepth } from "./parse-lossless-json.ts";
export { decodeUtf8, encodeUtf8 } from "./text-bytes.ts";
