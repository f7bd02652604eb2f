import { type FieldError, type FieldPath, type JsonValue, rootPath } from "@kiln/api";
import { type ElementId, identifyValue } from "@kiln/schema";

/** Further input of a check, besides the value and its path. */
export interface Scope<Given = unknown> {
  /** Stored value of the same field; absent on create and in lists. */
  readonly old?: JsonValue | undefined;
  /** Extra input that the caller of the rules passes, about other parts of the object. */
  readonly given?: Given;
}

const NO_NAMES: readonly string[] = [];
const NOTHING: Scope = {};

/**
 * State of the walk in the struct whose table is checked. Its path is made for an error or for a function of the table, so that valid
 * objects cost none. One frame serves all items of a list, one after the other.
 */
export class Frame {
  errors: FieldError[];
  scope: Scope;
  private made: FieldPath | undefined = undefined;
  private readonly around: Frame | undefined;
  private readonly names: readonly string[];
  private index = -1;
  /** Frame of the innermost list that has several items. */
  private list: Frame | undefined;
  private seen: Map<object, Set<ElementId>> | undefined = undefined;

  constructor(around?: Frame, names: readonly string[] = NO_NAMES, scope: Scope = NOTHING) {
    this.errors = around === undefined ? [] : around.errors;
    this.scope = scope;
    this.around = around;
    this.names = names;
    this.list = around?.list;
  }

  get path(): FieldPath {
    if (this.made === undefined) {
      const field = (this.around?.path ?? rootPath).child(...this.names);
      this.made = this.index < 0 ? field : field.index(this.index);
    }
    return this.made;
  }

  pathTo(names: readonly string[]): FieldPath {
    const { path } = this;
    return names.length === 0 ? path : path.child(...names);
  }

  /** Begins a walk of the struct at the path. */
  begin(path: FieldPath, scope: Scope): void {
    this.made = path;
    this.scope = scope;
  }

  /** Ends the walk, and returns its errors. The frame can begin another one, and keeps nothing of this one. */
  end(): FieldError[] {
    const { errors } = this;
    this.made = undefined;
    this.scope = NOTHING;
    if (errors.length === 0) {
      return [];
    }
    this.errors = [];
    return errors;
  }

  /** Frame for the struct in a field, with input of its own. */
  enter(names: readonly string[], scope: Scope): Frame {
    return new Frame(this, names, scope);
  }

  /** Frame for the items of the list in a field. Duplicates need two items. */
  enterList(names: readonly string[], length: number): Frame {
    const { scope } = this;
    const { given } = scope;
    const frame = new Frame(this, names, scope.old === undefined ? scope : given === undefined ? NOTHING : { given });
    frame.list = length > 1 ? frame : undefined;
    return frame;
  }

  moveTo(index: number): void {
    this.index = index;
    this.made = undefined;
  }

  /** True if an earlier item of the list has the value. Values are kept apart by rule. */
  isRepeat(rule: object, value: JsonValue): boolean {
    const { list } = this;
    if (list === undefined) {
      return false;
    }
    list.seen ??= new Map();
    let values = list.seen.get(rule);
    if (values === undefined) {
      values = new Set();
      list.seen.set(rule, values);
    }
    return values.size === values.add(identifyValue(value)).size;
  }
}
