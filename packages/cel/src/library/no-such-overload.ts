import type { Implementation } from "../check/declaration.ts";
import { kindOf } from "../values/kind-of.ts";
import type { TypeKind } from "../values/type.ts";
import { CelError } from "../values/value.ts";

/** Types whose values report unsupported functions themselves in cel-go, without the function's name. */
const receivers: ReadonlySet<TypeKind> = new Set(["string", "timestamp", "duration"]);

/**
 * Names the function in the message if the first value's type does not support it, as cel-go does: `1 + 'a'` has no
 * such overload, but `null + 1` has no such overload: _+_.
 */
export function namingUnknown(name: string, known: readonly TypeKind[], call: Implementation): Implementation {
  const kinds = new Set(known);
  return (...args) => {
    const result = call(...args);
    if (!(result instanceof CelError) || result.message !== "no such overload") {
      return result;
    }
    const kind = kindOf(args[0] ?? null);
    return kinds.has(kind) || receivers.has(kind) ? result : new CelError(`no such overload: ${name}`);
  };
}
