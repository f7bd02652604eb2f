import { toInt } from "../values/int.ts";
import { CelDouble, CelUint, type CelValue } from "../values/value.ts";
import type { Expression } from "./expression.ts";
import { accept, fail, type ParserState, peek, report, textOf, unspecified } from "./parser-state.ts";
import { type Unescaped, unescapeBytes, unescapeString } from "./unescape.ts";

const maxUint = 2n ** 64n - 1n;

/** Parses a number, string, bytes, `true`, `false` or `null`. */
export function parseLiteral(state: ParserState): Expression {
  const { start: offset } = peek(state);
  const value = readLiteral(state);
  if (value === undefined) {
    return unspecified(state, offset);
  }
  if (value instanceof LiteralFault) {
    report(state, offset, value.fault);
    return unspecified(state, offset);
  }
  return { kind: "literal", id: state.ids.next(), offset, value };
}

type Read = CelValue | LiteralFault | undefined;

/** Error of a literal that is lexically valid but has no value, such as a number that is too large. */
class LiteralFault {
  readonly fault: string;

  constructor(fault: string) {
    this.fault = fault;
  }
}

function readLiteral(state: ParserState): Read {
  const sign = accept(state, "-") === undefined ? "" : "-";
  const token = peek(state);
  const text = textOf(state, token);
  if (sign !== "" && token.kind !== "int" && token.kind !== "double") {
    fail(state);
    return undefined;
  }
  state.at += 1;
  switch (token.kind) {
    case "int":
      return toInt(sign === "" ? BigInt(text) : -BigInt(text)) ?? new LiteralFault("invalid int literal");
    case "uint": {
      const value = BigInt(text.slice(0, -1));
      return value > maxUint ? new LiteralFault("invalid uint literal") : new CelUint(value);
    }
    case "double":
      return readDouble(sign + text);
    case "string":
      return settle(unescapeString(text));
    case "bytes":
      return settle(unescapeBytes(text.slice(1)));
    case "true":
      return true;
    case "false":
      return false;
    case "null":
      return null;
    default:
      fail(state);
      return undefined;
  }
}

function readDouble(text: string): Read {
  const value = Number(text);
  return Number.isFinite(value) ? new CelDouble(value) : new LiteralFault("invalid double literal");
}

function settle<T extends CelValue>(unescaped: Unescaped<T>): Read {
  return "fault" in unescaped ? new LiteralFault(unescaped.fault) : unescaped.value;
}
