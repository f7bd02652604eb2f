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
