import { asTexts, getOwn, isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from "@kiln/api";
import { parseUnions } from "@kiln/schema";

/** One way to fill a union: a member, or a value of the discriminator. */
export interface Option {
  /** Value of the discriminator, or name of the member. */
  readonly label: string;
  /** Name of the member; undefined for a discriminator value without a member. */
  readonly member: string | undefined;
}

/** Fields of an object of which at most one may be set. */
export interface Choice {
  readonly discriminator: string | undefined;
  readonly members: readonly string[];
  readonly options: readonly Option[];
  /** Whether the server clears the other members itself. */
  readonly isUnion: boolean;
}

/** Choices of an object's schema: its unions, or else a `oneOf` whose branches each require one field. */
export function findChoices(schema: JsonObject): readonly Choice[] {
  const unions = parseUnions(getOwn(schema, "x-kubernetes-unions") ?? []).flatMap(({ discriminator, members }) => {
    if (members.size === 0) {
      return [];
    }
    const allowed =
      discriminator === undefined ? [] : asTexts(getOwn(objectAt(schema, "properties", discriminator), "enum"));
    const named = [...members].map(([member, label]) => ({
      member,
      label: discriminator === undefined ? member : label,
    }));
    const empty = allowed
      .filter((value) => value !== "" && !named.some(({ label }) => label === value))
      .map((label) => ({ label, member: undefined }));
    return [{ discriminator, members: [...members.keys()], options: [...named, ...empty], isUnion: true }];
  });
  return unions.length > 0 ? unions : findRequiredChoice(schema);
}

function findRequiredChoice(schema: JsonObject): readonly Choice[] {
  const members = listAt(schema, "oneOf").map((branch) =>
    isJsonObject(branch) && Object.keys(branch).length === 1 && listAt(branch, "required").length === 1
      ? String(listAt(branch, "required")[0])
      : undefined,
  );
  const named = members.filter((member) => member !== undefined);
  const isChoice = named.length > 1 && named.length === members.length;
  return isChoice
    ? [
        {
          discriminator: undefined,
          members: named,
          options: named.map((member) => ({ label: member, member })),
          isUnion: false,
        },
      ]
    : [];
}

/** Option whose member or discriminator the object has; undefined if it has none. */
export function chosenOption(choice: Choice, value: JsonObject): Option | undefined {
  const set = choice.members.find((member) => getOwn(value, member) !== undefined);
  const said = choice.discriminator === undefined ? undefined : getOwn(value, choice.discriminator);
  return (
    choice.options.find(({ member }) => member !== undefined && member === set) ??
    choice.options.find(({ label }) => label === said)
  );
}

/** Change of an object by selecting an option: other members are removed, and the discriminator is set. */
export interface Choosing {
  readonly value: JsonObject;
  readonly cleared: readonly { readonly member: string; readonly value: JsonValue }[];
}

/** Selects an option; undefined selects none. `initial` is the first value of the member. */
export function chooseOption(
  choice: Choice,
  object: JsonObject,
  { option, initial }: { readonly option: Option | undefined; readonly initial: JsonValue },
): Choosing {
  const others = choice.members.filter((member) => member !== option?.member);
  const cleared = others.flatMap((member) => {
    const value = getOwn(object, member);
    return value === undefined ? [] : [{ member, value }];
  });
  const kept = Object.entries(object).filter(([name]) => !others.includes(name) && name !== choice.discriminator);
  const named =
    choice.discriminator === undefined || option === undefined ? [] : [[choice.discriminator, option.label] as const];
  const value = Object.fromEntries([...named, ...kept]) as JsonObject;
  const isNew = option?.member !== undefined && getOwn(value, option.member) === undefined;
  return { cleared, value: isNew ? { ...value, [option.member as string]: initial } : value };
}
